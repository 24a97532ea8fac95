#pragma once

#include "collide/pair.h"
#include "scene/document.h"

#include <string>

namespace sepax {

class Json;

/// A report as `sepax check --json` prints it: world space, metres, points and directions with two components in 2D. Every number
/// restores its double; what was not measured (a degenerate axis) is null.
[[nodiscard]] Json pairReportJson(const PairReport& report, Space space);

/// The same as text for the clipboard.
[[nodiscard]] std::string pairReportText(const PairReport& report, Space space);

}  // namespace sepax
