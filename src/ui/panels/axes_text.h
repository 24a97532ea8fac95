#pragma once

#include "collide/pair.h"
#include "scene/document.h"

#include <string>

namespace sepax {

enum class AxisTextFormat { kText, kCsv, kJson };
/// The table of axes as text to copy, empty without a SAT trace; every number reads back as the identical double.
[[nodiscard]] std::string axesAsText(const PairReport& report, Space space, AxisTextFormat format);

}  // namespace sepax
