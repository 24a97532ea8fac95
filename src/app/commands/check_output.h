#pragma once

#include "app/commands/checked_case.h"
#include "app/commands/report.h"
#include "format/query_report.h"
#include "format/report_json.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// How a checked case is shown. Each text ends with a newline.

namespace sepax {

/// How much of a case is printed.
enum class Detail {
  kFailures,  ///< nothing of a case without any
  kLines,     ///< one line a pair
  kPoints,    ///< with closest points and contacts
  kAxes,      ///< and the tables of axes
};

/// Counts over all files.
struct CheckCounts {
  std::size_t cases = 0, unusable = 0;
  std::size_t pairs = 0, separated = 0, touching = 0, overlapping = 0;  ///< verdicts of the first row
  std::uint64_t culled = 0;
  std::size_t queries = 0, expectations = 0, failed = 0;
  std::size_t silent = 0;         ///< cases of which no expectation was compared
  std::size_t disagreements = 0;  ///< between rows

  void add(const CheckedCase& checked);
};

/// Which parts of a case are printed, and how.
struct CasePrint {
  NumberText number;
  Detail detail = Detail::kAxes;  ///< of text
  Axes axes = Axes::kListed;      ///< of JSON
  std::optional<Verdict> only;    ///< pairs of this verdict
};

/// Where text goes, piece by piece; false when it could not be written.
using TextSink = std::function<bool(std::string_view)>;
/// Tests the pairs and prints the contract's JSON object, on one line. False when it could not be written.
bool printJson(const LoadedCase& loaded, const CheckRequest& request, CheckedCase& checked, const CasePrint& print,
               const TextSink& sink);
/// Prints a case as verdicts, points and axis tables for a terminal.
bool printTable(const LoadedCase& loaded, const CheckRequest& request, CheckedCase& checked, const CasePrint& print,
                const TextSink& sink);
/// One line about all files.
[[nodiscard]] std::string countLine(const CheckCounts& counts);
/// A case as a suite: a test an expectation, with its time.
[[nodiscard]] JunitSuite suiteOf(const CheckedCase& checked);

}  // namespace sepax
