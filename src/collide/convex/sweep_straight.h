#pragma once

#include "collide/convex/sweep_aabb.h"
#include "collide/gjk/core_gap.h"
#include "collide/sat/axis_id.h"

#include <optional>
#include <vector>

namespace sepax {

/// One separating axis of a linear sweep: the gap of the projection intervals at the start, and when they overlap.
struct SweepAxis {
  AxisId id;  ///< as in SatReport, or of Newton's method
  Vec3 direction{0.0};
  SweptAxis times;
};

/// Two cores with a radius around them both together; B goes straight.
struct StraightPair {
  SupportMap a, b;  ///< at the start
  double radii = 0;
  Vec3 velocity{0.0};  ///< of B against A
  double size = 0;     ///< that tolerances scale with, metres
};

/// The result of Newton's method for a straight trajectory.
struct StraightContact {
  bool hit = false;
  double time = 0;    ///< of contact; the end of the search on a miss
  GjkResult closest;  ///< of the cores at that time
  /// One each round, without an id: the direction between the closest points, and its times.
  std::vector<SweepAxis> axes;
};

/// When two cores that are apart at the start first touch, before `until` (infinite: ever). The distance of convex
/// shapes along a straight trajectory is convex in time, so Newton's method from the left never goes too far: each
/// round takes the direction between the closest points, a separating axis, to the time when its intervals meet. Shapes
/// are grown together by `slack` metres against rounding; what comes nearer than that and kSweepContact touches. A
/// trajectory that only grazes converges by halves, and ends at that gap.
[[nodiscard]] StraightContact firstContact(const StraightPair& pair, double slack, double until);

/// Newton's method from the right: when the cores touch last, never early; nullopt when they never touch or contact
/// never ends.
[[nodiscard]] std::optional<StraightContact> lastContact(const StraightPair& pair, double slack);

}  // namespace sepax
