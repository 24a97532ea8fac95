#pragma once

#include "collide/pair/pair_algorithm.h"

#include <vector>

namespace sepax {

/// Defects of depths, normals, contacts and witness points that users ran into.
[[nodiscard]] std::vector<PairAlgorithm> contactRows();

}  // namespace sepax
