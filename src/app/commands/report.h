#pragma once

#include "app/commands/checked_case.h"
#include "core/error.h"

#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

// Options that every command has which compares answers, and what they ask for.

namespace CLI {
class App;
}

namespace sepax {

class RunWatch;

struct ReportOptions {
  std::string junit;    ///< file to write; empty: none
  bool json = false;    ///< print JSON instead of text
  bool quiet = false;   ///< of text print what is wrong and a last line with counts
  bool strict = false;  ///< a case with a warning cannot be used
};

/// Adds --json, -q and --junit; `tests` says what a test of the JUnit report is, `json` what is printed.
void addReportOptions(CLI::App& command, ReportOptions& options, const std::string& tests,
                      const std::string& json = "Print JSON");
/// Adds --strict to a command that reads cases.
void addStrict(CLI::App& command, ReportOptions& options);

/// caseOrStandardInput(), which --strict keeps from answering a case with a warning.
[[nodiscard]] Result<LoadedCase> caseToReport(const std::string& file, const ReportOptions& options);

/// A suite of tests of a JUnit report, as CI services read it: a case, a recording, a run.
struct JunitSuite {
  explicit JunitSuite(std::string suite_name) : name(std::move(suite_name)) {}

  /// A test, which passed where nothing failed. Names are the suite's own: readers want no two alike.
  void add(const std::string& test, double took, const std::vector<std::string>& failures);
  /// A test that was not run, or whose failure is accepted.
  void skip(const std::string& test);

  std::string name, tests = {};
  std::size_t count = 0, failed = 0;
  double seconds = 0;
};

/// The report; an `unusable` file is a suite with one error.
[[nodiscard]] std::string junitXml(std::span<const JunitSuite> suites, const std::vector<Error>& unusable);

/// The bodies that passed through others in a recording, a sentence each.
[[nodiscard]] std::vector<std::string> passageTexts(const RunWatch& watch);

/// Writes the report where --junit asks for one.
[[nodiscard]] Result<void> writeJunit(const ReportOptions& options, std::span<const JunitSuite> suites,
                                      const std::vector<Error>& unusable = {});

}  // namespace sepax
