#pragma once

#include "collide/pair/pair_algorithm.h"

#include <vector>

namespace sepax {

[[nodiscard]] std::vector<PairAlgorithm> rectangleRows();

[[nodiscard]] std::vector<PairAlgorithm> boxRows();

}  // namespace sepax
