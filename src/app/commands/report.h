#pragma once

#include "app/commands/checked_case.h"
#include "bundle/tree.h"
#include "core/error.h"
#include "core/json_text.h"
#include "core/progress.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

// Options that every command has which compares answers, what they ask for, and parts of the commands' output.

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

/// Says on standard error why a recording was not compared in full, and adds an error for each reason to its suite.
void tellGaps(JunitSuite& suite, const std::string& file, const std::vector<std::string>& gaps);

/// Writes the report where --junit asks for one; that of an interrupted command has an error, too.
[[nodiscard]] Result<void> writeJunit(const ReportOptions& options, std::span<const JunitSuite> suites,
                                      const std::vector<Error>& unusable = {});

/// Complains of what is unusable, writes the report and ends standard output: kExitFine where nothing went wrong.
int finishReport(const ReportOptions& options, std::span<const JunitSuite> suites, const std::vector<Error>& unusable,
                 bool was_printed);

/// The error of a file that cannot be used; a `message` that begins with the file's name says it once.
[[nodiscard]] Error unusableFile(const std::string& file, std::string message);

/// Says on standard error what cannot be used, and in the report that --junit asks for, behind these suites;
/// kExitUnusable.
int refuse(const ReportOptions& options, const Error& error, std::span<const JunitSuite> suites = {});
int refuse(const ReportOptions& options, const std::string& file, std::string message);

/// "1 file", "2 files".
[[nodiscard]] std::string counted(std::uint64_t count, const char* one, const char* many);

/// "123 bytes", "4.5 MiB"
[[nodiscard]] std::string sizeText(std::uint64_t bytes);

/// A string, or null for an empty text.
[[nodiscard]] Json orNull(const std::string& text);

[[nodiscard]] Json footerJson(const std::optional<ObbFooter>& footer);
[[nodiscard]] Json factsJson(const std::vector<Fact>& facts);
/// The member "findings", one a line.
void writeFindings(JsonWriter& json, const std::vector<Finding>& findings);

/// The text of one JSON object, whose members after "sepax" the function writes.
template <class Members>
[[nodiscard]] std::string objectText(Members members) {
  std::string out;
  JsonWriter json(out);
  json.beginObject().key("sepax").number(1).key("output").number(kOutputVersion);
  members(json);
  json.endObject();
  return out;
}

/// Errors first; of each code the first twenty.
void appendFindings(std::string& out, const std::vector<Finding>& findings);
void appendFacts(std::string& out, const std::vector<Fact>& facts);
void appendFooter(std::string& out, const std::optional<ObbFooter>& footer);

/// Takes the newline away at the end.
void trimEnd(std::string& text);

/// A line "packing  43 %  path" on standard error that is written over itself, when a person watches; else nothing.
class ProgressLine {
 public:
  explicit ProgressLine(std::string doing);
  /// To be handed to a job; the line must outlive it.
  [[nodiscard]] ProgressSink sink();
  void clear();

 private:
  std::string doing_;
  bool is_shown_ = false;
  std::chrono::steady_clock::time_point last_{};
};

}  // namespace sepax
