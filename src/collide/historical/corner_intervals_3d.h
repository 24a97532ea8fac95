#pragma once

#include "collide/pair/pair_algorithm.h"

#include <vector>

namespace sepax {

/// 3D boxes by projected corners, and fitting them.
[[nodiscard]] std::vector<PairAlgorithm> cornerIntervalRows();

}  // namespace sepax
