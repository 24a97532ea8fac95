#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace sepax {

enum class AxisKind {
  kFaceA,     ///< normal of a face of A (in 2D: of an edge)
  kFaceB,     ///< normal of a face of B (in 2D: of an edge)
  kEdgePair,  ///< cross product of an edge of A and an edge of B
  kClosest,   ///< between the closest features of the cores: what round shapes need
  kFree,      ///< any direction, chosen by hand; never in a report
  kImpact,    ///< curved sweeps only: a direction of Newton's method towards the time of impact, numbered by feature_a
  kExit,      ///< as kImpact, towards the exit time
  kLateral,   ///< normal of the lateral surface of a cylinder, cone or tapered capsule, or of an ellipsoid, which meets
              ///< a side, rim, edge, corner or surface of the other
  kRim,  ///< across the rim of a cap of a cylinder or cone, at a cone's apex or a tapered capsule's ball, and across a
         ///< feature of the other
};
/// "face_a", "face_b", "edge_pair", "closest", "free", "enter", "leave", "lateral", "rim".
[[nodiscard]] const char* axisKindName(AxisKind kind);

/// The feature that a shape contributes to an axis of kind kLateral or kRim.
enum class AxisFeatureKind { kVertex, kEdge, kSide, kBottomRim, kTopRim, kBaseRim, kApex, kStart, kEnd, kSurface };
struct AxisFeatureName {
  AxisFeatureKind kind = AxisFeatureKind::kVertex;
  int index = 0;  ///< of a vertex or edge of a polytope core; else 0
  friend bool operator==(const AxisFeatureName&, const AxisFeatureName&) = default;
};

/// Pieces of concave polygons: feature kFirstCut − i is edge i of the piece, a cut through the polygon's inside and no
/// edge of it.
inline constexpr int kFirstCut = -2;

/// Which axis of a pair: what is compared and kept; names are for people and files.
struct AxisId {
  AxisKind kind = AxisKind::kFaceA;
  int feature_a =
      -1;  ///< index of A's face or edge, −1 where the kind has none; packed (curvedAxisId) for kLateral and kRim
  int feature_b = -1;
  friend bool operator==(const AxisId&, const AxisId&) = default;
};
inline constexpr AxisId kFreeAxis{AxisKind::kFree, -1, -1};

/// The axis between two features of which one at least is curved: kLateral when one is a side, else kRim.
[[nodiscard]] AxisId curvedAxisId(const AxisFeatureName& a, const AxisFeatureName& b);

/// "A0", "B2", "A1xB0", "closest", "free"; "Acut1" for a cut between the pieces of a polygon; "enter 1", "leave 2" in
/// curved sweeps; "AsidexBside", "AtopxBedge3", "AbasexBvertex0", "AstartxBend" for cylinders, cones and tapered
/// capsules, "AsurfacexBedge2" for ellipsoids.
[[nodiscard]] std::string axisName(const AxisId& id);

/// The axis of a separating-axis test that has exactly this name, or the free one; nullopt when the text is no such
/// name.
[[nodiscard]] std::optional<AxisId> parseAxisName(std::string_view name);

}  // namespace sepax
