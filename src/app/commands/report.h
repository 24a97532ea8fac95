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

struct ReportOptions {
  std::string junit;    ///< file to write; empty: none
  bool json = false;    ///< print JSON instead of text
  bool quiet = false;   ///< of text print what is wrong and a last line with counts
  bool strict = false;  ///< a case with a warning cannot be used
};

/// Adds --json, -q and --junit; `tests` says what a test of the JUnit report is, `json` what is printed.
void addReportOptions(CLI::App& command, ReportOptions& options, const std::string& tests,
                      const std::string& json = "Print JSON");
/// Adds --strict to a command that reads cases, or of which `refuses` says what it does.
void addStrict(CLI::App& command, ReportOptions& options,
               const std::string& refuses = "Refuse a case with a warning, as an unknown key");

/// caseOrStandardInput(), which --strict keeps from answering a case with a warning.
[[nodiscard]] Result<LoadedCase> caseToReport(const std::string& file, const ReportOptions& options);

/// A suite of tests of a JUnit report, as CI services read it: a case, a recording, a run.
struct JunitSuite {
  explicit JunitSuite(std::string suite_name) : name(std::move(suite_name)) {}

  /// A test, which passed where nothing failed. Names are the suite's own: readers want no two alike.
  void add(const std::string& test, double took, const std::vector<std::string>& failures);
  /// A test that was not run, or whose failure is accepted, and why.
  void skip(const std::string& test, const std::string& reason = {});
  /// A test that compared nothing, since what it is about cannot be used.
  void addError(const std::string& test, const std::string& reason);

  std::string name, tests = {};
  std::size_t count = 0, failed = 0, errors = 0;
  double seconds = 0;
};

/// The report; an `unusable` file is a suite with one error.
[[nodiscard]] std::string junitXml(std::span<const JunitSuite> suites, const std::vector<Error>& unusable);

/// Says on standard error why a recording was not compared in full, and adds an error for each reason to its suite.
void tellGaps(JunitSuite& suite, const std::string& file, const std::vector<std::string>& gaps);

/// Writes the report where --junit asks for one; that of an interrupted command has an error, too.
[[nodiscard]] Result<void> writeJunit(const ReportOptions& options, std::span<const JunitSuite> suites,
                                      const std::vector<Error>& unusable = {});

/// The error of a file that cannot be used; a `message` that begins with the file's name says it once.
[[nodiscard]] Error unusableFile(const std::string& file, std::string message);

/// Says on standard error what cannot be used, and in the report that --junit asks for; kExitUnusable.
int refuse(const ReportOptions& options, const Error& error);

}  // namespace sepax
