#pragma once

#include "collide/pair/pair.h"
#include "document/document.h"

#include <string>

namespace sepax {

class Json;

/// Whether reports list the axes that were tested, which are most of their length.
enum class Axes { kListed, kLeftOut };

/// A report as `sepax check --json` prints it: world space, metres, points and directions with two components in 2D.
/// Every number restores its double; what was not measured (a degenerate axis) is null. Without axes "axes" is not
/// there, nor the trace of other rows' steps.
[[nodiscard]] Json pairReportJson(const PairReport& report, Space space, Axes axes = Axes::kListed);

/// The JSON of a report as text for the clipboard.
[[nodiscard]] std::string pairReportText(const PairReport& report, Space space);

}  // namespace sepax
