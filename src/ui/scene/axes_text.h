#pragma once

#include "collide/pair/pair.h"
#include "document/document.h"

#include <string>

namespace sepax {

enum class AxisTextFormat { kText, kCsv, kJson };
/// The table of axes as text to copy, empty without a SAT trace; every number reads back as the identical double.
[[nodiscard]] std::string axesAsText(const PairReport& report, Space space, AxisTextFormat format);
/// One axis of it, tab separated, under the names of its columns.
[[nodiscard]] std::string axisAsText(const SatAxis& axis);

}  // namespace sepax
