#pragma once

#include "collide/pair_table.h"
#include "collide/sweep/sweep.h"
#include "lab/jury/juror.h"

namespace sepax {

/// A sweep as a row of the pair table would make it: conservative advancement (Mirtich 1996), where the row says at
/// each step along which normal the shapes are apart. The gap along it is measured anew, so a wrong normal makes a step
/// short, never too long; a row that calls shapes that are apart overlapping stops too early. Ends at a gap of
/// `tolerance` metres. Convex shapes that have an end; others are not taken.
[[nodiscard]] JurorAnswer sweepByRow(const PairAlgorithm& row, const PosedShape& a, const Motion& motion_a,
                                     const PosedShape& b, const Motion& motion_b, double duration, double tolerance);

}  // namespace sepax
