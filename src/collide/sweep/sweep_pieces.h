#pragma once

#include "collide/sweep/sweep_report.h"

namespace sepax {

/// `sweep` for a pair with a concave side: the earliest first contact of all pairs of pieces. Pairs whose boxes cannot
/// meet before the earliest contact found are left out: moving boxes for straight motion,
/// collide/sweep/sweep_rotating_pieces.h for rotating shapes. Straight motion: the last contact of any pieces too,
/// found backwards in time; between the two the shapes may be apart for a while. Rotating shapes: the end of the first
/// contact, as of convex ones, found backwards in time from a moment at which no pieces touch and neither shape is
/// inside a closed mesh. A shape that starts inside one is in contact from the start.
[[nodiscard]] SweepReport sweepByPieces(const PosedShape& a, const Motion& motion_a, const PosedShape& b,
                                        const Motion& motion_b, double duration);

}  // namespace sepax
