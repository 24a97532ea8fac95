#pragma once

#include "collide/gjk/closest_points.h"
#include "collide/sat/axis_id.h"
#include "geom/types.h"

#include <array>
#include <optional>
#include <vector>

namespace sepax {

/// One axis of a swept test of two intervals. Times in seconds from the start; infinite when that never happens.
struct SweptAxis {
  double gap = 0;     ///< metres at the start: positive apart, negative overlapping
  double speed = 0;   ///< of B relative to A along the axis, m/s
  double impact = 0;  ///< the intervals overlap from here (−∞: always, when the speed is zero; +∞: never)
  double exit = 0;    ///< to here
};

/// Swept test of two axis-aligned boxes with its trace.
struct SweptAabbReport {
  std::array<SweptAxis, 3> axes;
  double impact = 0,
         exit = 0;  ///< latest time of impact, earliest exit time; they may lie before the start or beyond the duration
  int impact_axis = -1;  ///< axis of the latest impact: the side that is hit; −1 when they overlap from the start
  bool hit = false;      ///< they meet (touching counts) between 0 and the duration
};

/// The time that two moving intervals overlap: [a_min, a_max] rests, [b_min, b_max] moves at `speed`.
[[nodiscard]] SweptAxis sweepInterval(double a_min, double a_max, double b_min, double b_max, double speed);

/// When two axis-aligned boxes meet: time of impact and exit time per axis, then the latest impact and the earliest
/// exit (Ericson 2005, 5.5.8).
[[nodiscard]] SweptAabbReport sweepAabb(const Vec3& a_min, const Vec3& a_max, const Vec3& b_min, const Vec3& b_max,
                                        const Vec3& velocity_of_b_from_a, double duration);

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
