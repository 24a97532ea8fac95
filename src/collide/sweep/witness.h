#pragma once

#include "collide/sweep/sweep_mover.h"
#include "geom/contains.h"

#include <optional>

namespace sepax {

/// A point of two moving convex shapes at once, and how far it may go in one of them.
struct Witness {
  double time = 0;
  Vec3 in_a{0.0};    ///< in A's core, from A's pivot, rotated back to the start
  Vec3 from_b{0.0};  ///< from B's pivot to the point, at that time
  double slack =
      0;  ///< least distance to B's boundary from inside, radii of both included; negative by a gap's rounding
  bool is_depth = false;  ///< of cores without an inside: the slack is how deep they are in each other
};

/// Two moving convex shapes and what their contact is proved by: a point that goes straight in A's frame stays in A,
/// which is convex; in B's frame it leaves its chord by at most M λ(1 − λ) h²/2, M its acceleration there, while the
/// chord's distance to B's boundary is at least linear between those of its ends. So they touch all the time when
/// √s₀ + √s₁ ≥ h √(M/2). Cores without an inside (segments, triangles) are as deep in each other at one time as at
/// another, but for what the fastest of their points goes between.
class WitnessPair {
 public:
  /// `size`: what kSweepExit is measured by, metres. B, in which the point's distance is measured, becomes the second
  /// shape, or the first where only its core has an inside.
  WitnessPair(const PosedShape& first, const Mover& of_first, const PosedShape& second, const Mover& of_second,
              double size);

  /// None when they are apart by more than kSweepExit of the size.
  [[nodiscard]] std::optional<Witness> at(double time);
  /// Whether they touch at all times between two at which these are.
  [[nodiscard]] bool holds(const Witness& from, const Witness& to) const;

 private:
  Mover a_, b_;
  double radii_, apart_;
  std::optional<CoreDistance> distance_to_b_;
  Vec3 inside_b_{0.0};     ///< a point of B's core, from B's pivot, at the start
  bool is_solid_ = false;  ///< B's core has an inside
  Vec3 guess_{1, 0, 0};
};

}  // namespace sepax
