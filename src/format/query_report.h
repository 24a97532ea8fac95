#pragma once

#include "format/number_text.h"
#include "format/query.h"
#include "format/report_json.h"

#include <string>

namespace sepax {

class Json;

/// A report as `sepax check --json` prints it: world space; infinite times are null. Without axes a sweep's axes and
/// steps are left out.
[[nodiscard]] Json queryReportJson(const QueryReport& report, Space space, Axes axes = Axes::kListed);

/// A report in a few lines for a terminal, each ended by a newline.
[[nodiscard]] std::string queryReportTable(const QueryReport& report, Space space, const NumberText& number = {},
                                           Axes axes = Axes::kListed);

}  // namespace sepax
