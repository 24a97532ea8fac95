#pragma once

#include "lab/paste/found.h"

#include <vector>

namespace sepax::paste {

/// Joins shapes without a pose with poses without a shape, by the ends of their names or in order.
void joinParts(std::vector<FoundBody> parts, Findings& findings);

}  // namespace sepax::paste
