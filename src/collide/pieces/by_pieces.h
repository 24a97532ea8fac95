#pragma once

#include "collide/pair_table.h"

namespace sepax {

/// A pair with a concave side by a row that takes pieces: the deciding pieces are found, the row runs on them, and what
/// holds for them and not for the whole is put right: mtv (see MtvKind), a shape inside a closed mesh, names of edges
/// that are cuts.
[[nodiscard]] PairReport runByPieces(const PairAlgorithm& row, const PosedShape& a, const PosedShape& b,
                                     const PairSettings& settings);

/// Makes the report's trace that of other pieces, of the hulls with −1 and −1; the answer stays. Does nothing for pairs
/// without pieces, for pieces that do not exist and for hulls without a report.
void traceOther(PairReport& report, const PosedShape& a, const PosedShape& b, const PairSettings& settings, int piece_a,
                int piece_b);

/// The shape that the report's trace is about: a piece of A or B, or the shape itself, which tests as its hull.
[[nodiscard]] PosedShape tracedA(const PosedShape& a, const PairReport& report);
[[nodiscard]] PosedShape tracedB(const PosedShape& b, const PairReport& report);

}  // namespace sepax
