#pragma once

#include "collide/sweep/sweep_report.h"
#include "collide/sweep/sweep_rotating.h"

namespace sepax {

/// Which times a sweep of rotating shapes finds; a straight sweep always finds both.
enum class SweepGoal {
  kImpact,         ///< the time of impact
  kImpactAndExit,  ///< and the exit time, which takes longer
};

/// Sweeps two convex shapes of one space (`sweep` in collide/sweep/sweep.h), with motions that they can do (`possible`
/// in collide/sweep/sweep_mover.h).
[[nodiscard]] SweepReport sweepConvex(const PosedShape& a, const Motion& motion_a, const PosedShape& b,
                                      const Motion& motion_b, double duration, SweepGoal goal);

/// Their first contact alone, straight or turning; never later than the report's.
[[nodiscard]] FirstContact impactOfConvex(const PosedShape& a, const Motion& motion_a, const PosedShape& b,
                                          const Motion& motion_b, double duration);

}  // namespace sepax
