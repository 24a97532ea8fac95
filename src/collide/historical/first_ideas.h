#pragma once

#include "collide/pair/pair_algorithm.h"

#include <vector>

namespace sepax {

/// Tests that most people write first.
[[nodiscard]] std::vector<PairAlgorithm> firstIdeaRows();

}  // namespace sepax
