#pragma once

#include "collide/pair_table.h"

#include <vector>

namespace sepax {

/// What users ran into about depths, normals, contacts and witness points.
[[nodiscard]] std::vector<PairAlgorithm> contactRows();

}  // namespace sepax
