#pragma once

#include "collide/pair/pair_algorithm.h"

#include <vector>

namespace sepax {

// Published ways to test a pair, each with the defects that made it known, written from their descriptions. They are in
// the table of algorithms so that a case can show what goes wrong; their answers prove nothing. A defect of a sequence
// of calls or of a single box is modelled as the verdict that a pair gets from it; the comment at the function says
// how.

/// The algorithms of all files of this folder.
[[nodiscard]] std::vector<PairAlgorithm> historicalAlgorithms();

}  // namespace sepax
