#pragma once

#include "document/document.h"
#include "format/query.h"
#include "format/report_json.h"

#include <string>

namespace sepax {

/// How a terminal shows numbers.
struct NumberText {
  int digits = 0;  ///< significant ones; 0: as many as matter
  bool hex = false;

  /// A result that is known to ± `error`: rounded there, without trailing zeros; a value below it with two digits, so
  /// that its sign and size remain.
  [[nodiscard]] std::string operator()(double value, double error = 0) const;
  /// A point or direction in the dimensions of its space, "(1, 0.5, 0)"; components below the error are 0.
  [[nodiscard]] std::string operator()(const Vec3& v, Space space, double error = 0) const;
  /// A cell of a table: `usual` significant digits unless others are asked for.
  [[nodiscard]] std::string cell(double value, int usual = 4) const;
  /// How wide such a cell gets, where it is `usual` wide with the usual digits.
  [[nodiscard]] int width(int usual) const;
};

class Json;

/// A report as `sepax check --json` prints it: world space; infinite times are null. Without axes a sweep's axes and
/// steps are left out.
[[nodiscard]] Json queryReportJson(const QueryReport& report, Space space, Axes axes = Axes::kListed);

/// A report in a few lines for a terminal, each ended by a newline.
[[nodiscard]] std::string queryReportTable(const QueryReport& report, Space space, const NumberText& number = {},
                                           Axes axes = Axes::kListed);

}  // namespace sepax
