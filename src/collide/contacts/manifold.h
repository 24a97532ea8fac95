#pragma once

#include "collide/sat/sat_report.h"
#include "core/kept.h"

#include <cstdint>
#include <string>

namespace sepax {

/// A vertex, edge or face of one shape's core, by its index there (geom/convex.h): the same one from frame to frame.
struct ContactFeature {
  FeatureKind kind = FeatureKind::kVertex;
  int index = 0;
  friend bool operator==(const ContactFeature&, const ContactFeature&) = default;
};

/// "A face 2".
[[nodiscard]] std::string featureName(char shape, const ContactFeature& feature);

/// A point where two shapes meet.
struct Contact {
  Vec3 position{0.0};     ///< world, midway between the surfaces
  double separation = 0;  ///< metres along the answer's normal, negative inside
  ContactFeature on_a, on_b;
  std::string named;     ///< how pieces call what meets there, "A face 1 of \"leg\" · B cut"; else empty
  std::uint64_t id = 0;  ///< the two features packed, below 2⁵²: keeps a contact's history apart from its neighbours'
};

/// "A vertex 3 · B face 1": what meets there. Made when asked for: a report has many contacts and shows few names.
[[nodiscard]] std::string featuresOf(const Contact& contact);

/// Indices of contact features fit into 24 bits.
inline constexpr int kLastContactIndex = 0xFFFFFF;

/// The packed pair of features: kind and index of A's above those of B's, 2 + 24 bits each.
[[nodiscard]] std::uint64_t contactId(const ContactFeature& on_a, const ContactFeature& on_b);

/// The fate of a point of the clipped feature.
enum class ManifoldState {
  kKept,
  kAbove,    ///< beyond the touching tolerance outside the reference feature
  kBeside,   ///< round shapes: in front of the reference edge, but the surfaces pass each other there
  kReduced,  ///< in contact, but others describe the same area
};
[[nodiscard]] const char* manifoldStateName(ManifoldState state);  ///< "kept", "above", "beside", "reduced"

struct ManifoldPoint {
  Contact contact;
  ManifoldState state = ManifoldState::kKept;
};

/// One clip: the polygon that is left of the incident feature on the inner side of a plane. World.
struct ClipStep {
  ContactFeature side;  ///< edge (of a reference edge: end) of the reference feature that the plane goes through
  Vec3 on_plane{0.0}, inward{0.0};
  Kept<Vec3> polygon;
};

/// How the contacts of a pair were found: the explanation beside the result.
struct Manifold {
  bool reference_is_a = true;
  [[nodiscard]] char referenceLetter() const { return reference_is_a ? 'A' : 'B'; }
  ContactFeature reference, incident;
  Kept<Vec3> reference_polygon,
      incident_polygon;        ///< world, on the surfaces; one point for a vertex, two for an edge
  Kept<ClipStep> steps;        ///< none where a vertex or two crossing edges meet
  Kept<ManifoldPoint> points;  ///< all that clipping left, in order along the polygon
  Kept<Contact> contacts;      ///< those kept, the deepest first
  double slack = 0;  ///< metres: points this close are one; kSupport of the smaller shape, or what numbers resolve here
  double depth_slack =
      0;  ///< metres: depths this close are equal; kTie of the smaller shape, or what numbers resolve here
  double passing =
      0;  ///< metres: how far beside each other sharp features pass, seen along the normal, that stand for a crossing
};

}  // namespace sepax
