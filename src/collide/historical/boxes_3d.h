#pragma once

#include "collide/pair/pair_algorithm.h"

#include <vector>

namespace sepax {

[[nodiscard]] std::vector<PairAlgorithm> fifteenAxisRows();  ///< 3D boxes in A's frame
[[nodiscard]] std::vector<PairAlgorithm> alignedBoxRows();   ///< axis-aligned boxes around the shapes

}  // namespace sepax
