#pragma once

#include "bundle/tree.h"

#include <vector>

namespace sepax {

/// For every entry whether its bytes overlap another's of the same container, by offsets alone: archives that unpack to
/// far more than they hold are made so.
[[nodiscard]] std::vector<bool> overlappingEntries(const Tree& tree);

}  // namespace sepax
