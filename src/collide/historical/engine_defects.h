#pragma once

#include "collide/pair/pair_algorithm.h"

#include <vector>

namespace sepax {

/// Defects that users of engines and libraries ran into.
[[nodiscard]] std::vector<PairAlgorithm> engineRows();

}  // namespace sepax
