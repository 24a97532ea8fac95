#pragma once

#include "collide/sweep/sweep.h"

namespace sepax {

/// `sweep` for a pair with a concave side: the earliest first contact of all pairs of pieces. Pairs whose boxes cannot meet before the
/// earliest contact found are left out: moving boxes for straight motion, distance over the greatest speed of any point for turning shapes.
/// Straight motion: the last contact of any pieces too, found on the way back; between the two the shapes may be apart for a while. Turning
/// shapes: the end of the first contact, as of convex ones, found on the way back from a moment at which no pieces touch and neither shape
/// is inside a closed mesh. A shape that starts inside one is in contact from the start.
[[nodiscard]] SweepReport sweepByPieces(const PosedShape& a, const Motion& motion_a, const PosedShape& b, const Motion& motion_b,
                                        double duration);

/// `sweep` for two convex shapes of one space, with motions they can do (`possible` in collide/sweep_mover.h); turning shapes are asked
/// when they part only where `leaves` says so, which takes longer than the first contact.
[[nodiscard]] SweepReport sweepConvex(const PosedShape& a, const Motion& motion_a, const PosedShape& b, const Motion& motion_b,
                                      double duration, bool leaves);

}  // namespace sepax
