#pragma once

#include "scene/query.h"

#include <string>

namespace sepax {

class Json;

/// A report as `sepax check --json` prints it: world space; infinite times are null.
[[nodiscard]] Json queryReportJson(const QueryReport& report, Space space);

/// The same in a few lines for a terminal, each ended by a newline.
[[nodiscard]] std::string queryReportTable(const QueryReport& report);

}  // namespace sepax
