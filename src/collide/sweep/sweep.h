#pragma once

#include "collide/sweep/sweep_report.h"

namespace sepax {

/// Sweeps two shapes of one space over [0, duration]. Linear motion of polytopes: every axis of the separating-axis
/// test gives an interval of time, their intersection is exact. Linear motion with round or flat shapes: the relative
/// trajectory cut with the rounded difference of the cores, feature by feature. Both answer exactly for shapes grown by
/// their rounding, 16 ε of size, distance and trajectory: never late, and at the time of impact the gap is no more than
/// twice that. Linear motion with cylinders and cones: Newton's method on the distance of the shapes themselves
/// (collide/convex/sweep_straight.h); the gap left is kSweepContact more. Rotating shapes: conservative advancement
/// (Mirtich 1996) along directions that go with the closest features, over many turns only while their envelopes meet
/// (collide/sweep/sweep_rotating.h); the gap left is kSweepContact. Concave shapes sweep by pieces
/// (collide/sweep/sweep_pieces.h), half-spaces by their one axis. Errors: a planar shape against a solid one.
[[nodiscard]] Result<SweepReport> sweep(const PosedShape& a, const Motion& motion_a, const PosedShape& b,
                                        const Motion& motion_b, double duration);

/// When two shapes first touch.
struct Impact {
  bool hit = false;
  double time = 0;         ///< seconds, never late; the duration on a miss
  bool undecided = false;  ///< as in the report
};

/// The time of impact alone: of convex shapes, straight or turning, it takes a few microseconds, and the gap left is
/// kSweepContact; of others it is the report's. Errors as above.
[[nodiscard]] Result<Impact> timeOfImpact(const PosedShape& a, const Motion& motion_a, const PosedShape& b,
                                          const Motion& motion_b, double duration);

}  // namespace sepax
