#pragma once

#include "collide/convex/polytope_report.h"

#include <array>

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

}  // namespace sepax
