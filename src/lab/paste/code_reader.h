#pragma once

#include "lab/paste/found.h"

#include <string_view>

namespace sepax::paste {

/// Reads code, JSON and what debuggers print (value.h) and adds the bodies it finds: shapes and poses that one
/// expression or object joins, else those whose names end alike (box1, pose1), else in order.
void readCode(std::string_view text, Findings& findings);

/// Joins shapes without a pose with poses without a shape, by the ends of their names or in order.
void joinParts(std::vector<FoundBody> parts, Findings& findings);

}  // namespace sepax::paste
