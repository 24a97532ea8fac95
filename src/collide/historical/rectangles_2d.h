#pragma once

#include "collide/pair/pair_algorithm.h"

#include <vector>

namespace sepax {

[[nodiscard]] std::vector<PairAlgorithm> projectionRadiusRows();  ///< 2D boxes by projection radii
[[nodiscard]] std::vector<PairAlgorithm> gameShapeRows();         ///< circles and rectangles of small games

}  // namespace sepax
