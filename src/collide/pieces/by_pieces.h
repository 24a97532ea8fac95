#pragma once

#include "collide/pair/pair_algorithm.h"

namespace sepax {

/// Tests a pair with a concave side by an algorithm that takes pieces. It finds the deciding pieces, runs the algorithm
/// on them, and corrects what holds for them and not for the whole: mtv (see MtvKind), a shape inside a closed mesh,
/// names of edges that are cuts.
[[nodiscard]] PairReport runByPieces(const PairAlgorithm& algorithm, const PosedShape& a, const PosedShape& b,
                                     const PairSettings& settings);

/// Runs an algorithm on two shapes that it handles: convex ones as they are, concave ones by pieces, a half-space by
/// its finite proxy, two half-spaces by testHalfSpaces.
[[nodiscard]] PairReport runAlgorithm(const PairAlgorithm& algorithm, const PosedShape& a, const PosedShape& b,
                                      const PairSettings& settings);

/// Moves every world point of a report by `by`, metres.
void moveReport(PairReport& report, const Vec3& by);

/// Replaces the report's trace by that of other pieces, or with −1 and −1 by that of the hulls; the answer stays.
/// `algorithm` is the report's; null when the table lists none of its name. Does nothing for pairs without pieces, for
/// pieces that do not exist, for pieces without an algorithm and for hulls without a report.
void traceOther(PairReport& report, const PairAlgorithm* algorithm, const PosedShape& a, const PosedShape& b,
                const PairSettings& settings, int piece_a, int piece_b);

/// The shape that the report's trace is about: a piece of A or B, or the shape itself, which tests as its hull.
[[nodiscard]] PosedShape tracedA(const PosedShape& a, const PairReport& report);
[[nodiscard]] PosedShape tracedB(const PosedShape& b, const PairReport& report);

}  // namespace sepax
