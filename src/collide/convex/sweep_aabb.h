#pragma once

#include "geom/types.h"

#include <array>

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

}  // namespace sepax
