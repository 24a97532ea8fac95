#pragma once

#include "collide/pair_table.h"

#include <vector>

namespace sepax {

/// What most people write first.
[[nodiscard]] std::vector<PairAlgorithm> firstIdeaRows();

}  // namespace sepax
