#pragma once

#include "collide/convex/polytope_report.h"

#include <array>
#include <cstddef>
#include <utility>
#include <vector>

namespace sepax {

/// A corner of the Minkowski difference A ⊖ B: a corner of A less one of B. In A's frame, as all here.
struct DifferenceCorner {
  Vec3 point{0.0};
  int on_a = 0, on_b = 0;
};

/// The Minkowski difference of two polytopes as GJK sees it.
class PolytopeDifference {
 public:
  PolytopeDifference(const PlacedPolytope& a, const PlacedPolytope& b, const SatKernel& kernel);

  /// A corner farthest along the direction: A's, less B's farthest against it.
  [[nodiscard]] DifferenceCorner farthest(const Vec3& direction) const;
  /// No corner is farther from the origin, metres.
  [[nodiscard]] double reach() const { return reach_; }
  /// A's frame from B's: rotation and place of B's origin.
  [[nodiscard]] const Mat3& rotation() const { return rotation_; }
  [[nodiscard]] const Vec3& offset() const { return offset_; }

 private:
  const SolidPolytope &a_, &b_;
  const SatKernel& kernel_;
  Mat3 rotation_;
  Vec3 offset_;
  double reach_;
};

struct GjkFound {
  enum class Kind {
    kApart,        ///< along a direction, by more than rounding
    kOverlapping,  ///< the origin is inside the tetrahedron, by more than rounding
    kUncertain,    ///< near touching, or a difference almost without volume
  };
  Kind kind = Kind::kUncertain;
  /// The corners when kOverlapping; the last three are counter-clockwise seen from the first.
  std::array<DifferenceCorner, 4> tetrahedron;
};

/// GJK as a boolean (Gilbert, Johnson, Keerthi 1988; van den Bergen 1999).
[[nodiscard]] GjkFound gjkSearch(const PolytopeDifference& difference);

/// Whether boxes and hulls overlap, without depth: GJK as a boolean (Gilbert, Johnson, Keerthi 1988; van den Bergen
/// 1999), which ends at the first direction that separates or the first tetrahedron of the Minkowski difference around
/// the origin. Both are taken only where rounding cannot have made them: else all axes are measured (PolytopeReports).
/// So the answer is never wrong but within rounding of touching; touching counts as overlapping.
class ConvexOverlaps {
 public:
  explicit ConvexOverlaps(const SatKernel& kernel = satKernel())
      : kernel_(kernel), reports_(SupportFeatures::kNone, kernel) {}

  [[nodiscard]] bool overlap(const PlacedPolytope& a, const PlacedPolytope& b);
  /// How many pairs took a report.
  [[nodiscard]] std::size_t byReport() const { return by_report_; }

 private:
  const SatKernel& kernel_;
  PolytopeReports reports_;
  std::size_t by_report_ = 0;
};

/// Where two boxes or hulls that overlap meet, without the explanation of Manifold (collide/contacts/manifold.h).
struct ConvexManifold {
  struct Point {
    Vec3 position{0.0};     ///< world, midway between the surfaces
    double separation = 0;  ///< metres along the normal, negative inside
  };
  Vec3 normal{0.0};       ///< unit, world, from A to B
  double separation = 0;  ///< minus the penetration depth, metres
  std::vector<Point> points;
};

/// Depth and contacts by GJK and the expanding polytope (van den Bergen 2001), which ends where nothing of the
/// difference is farther out than its nearest face: the depth is then the least over all directions, to rounding. Faces
/// are clipped as by boxManifold, but all points are kept; other features give one point. The reference gives two for
/// edges within 0.05 of parallel.
///
/// Three kinds of pairs are left to the algorithm `sat`: shapes that touch to rounding, a difference with hardly any
/// volume, a face of the expanding polytope with hardly any area.
class ConvexManifolds {
 public:
  explicit ConvexManifolds(const SatKernel& kernel = satKernel()) : kernel_(kernel) {}

  /// False when they are apart.
  [[nodiscard]] bool find(const PlacedPolytope& a, const PlacedPolytope& b, ConvexManifold& out);
  /// How many pairs the reference answered.
  [[nodiscard]] std::size_t byReference() const { return by_reference_; }

 private:
  struct Face {
    int corners[3];  ///< counter-clockwise seen from outside
    Vec3 normal{0.0};
    double distance = 0;  ///< from the origin
  };
  /// A face of a shape, in A's frame.
  struct Side {
    Vec3 normal{0.0};
    std::vector<Vec3> loop;
  };

  [[nodiscard]] bool addFace(int i, int j, int k, double reach);
  [[nodiscard]] bool expand(const PolytopeDifference& difference, const GjkFound& found);
  static void sideOf(const SolidPolytope& shape, int support, const Mat3& rotation, const Vec3& offset,
                     const Vec3& direction, Side& out);
  void clip(const Side& reference, const Side& incident, double reach, ConvexManifold& out);
  [[nodiscard]] bool findByReference(const PlacedPolytope& a, const PlacedPolytope& b, ConvexManifold& out);

  const SatKernel& kernel_;
  std::size_t by_reference_ = 0;
  std::vector<DifferenceCorner> corners_;
  std::vector<Face> faces_;
  Face nearest_;  ///< when expanded
  std::vector<std::pair<int, int>> horizon_;
  Side side_a_, side_b_;
  std::vector<Vec3> polygon_, clipped_;
};

}  // namespace sepax
