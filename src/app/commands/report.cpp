#include "app/commands/report.h"

#include "app/commands/command_line.h"
#include "core/json_text.h"
#include "core/platform.h"
#include "core/text.h"
#include "lab/recording/run_measures.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

namespace sepax {

void addReportOptions(CLI::App& command, ReportOptions& options, const std::string& tests, const std::string& json) {
  CLI::Option* const as_json = command.add_flag("--json", options.json, json);
  command.add_option("--junit", options.junit, "Write a JUnit report to this file: " + tests);
  command.add_flag("-q,--quiet", options.quiet, "Print what is wrong and a last line with counts")->excludes(as_json);
}

void addStrict(CLI::App& command, ReportOptions& options, const std::string& refuses) {
  command.add_flag("--strict", options.strict, refuses);
}

Result<LoadedCase> caseToReport(const std::string& file, const ReportOptions& options) {
  auto loaded = caseOrStandardInput(file);
  if (loaded && options.strict && !loaded->warnings.empty())
    return tl::unexpected<Error>(unusableFile(file, loaded->warnings.front()));
  return loaded;
}

namespace {

std::string suiteXml(const JunitSuite& suite) {
  return fmt::format(
      "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" time=\"{:.6f}\">\n{}  </testsuite>\n",
      xmlText(suite.name), suite.count, suite.failed, suite.errors, suite.seconds, suite.tests);
}

/// The start of a test's element, without its end.
std::string testStart(const std::string& suite, const std::string& test, double seconds) {
  return fmt::format("    <testcase name=\"{}\" classname=\"{}\" time=\"{:.6f}\"", xmlText(test), xmlText(suite),
                     seconds);
}

}  // namespace

void JunitSuite::add(const std::string& test, double took, const std::vector<std::string>& failures) {
  ++count;
  seconds += took;
  tests += testStart(name, test, took);
  if (failures.empty()) {
    tests += "/>\n";
    return;
  }
  ++failed;
  // Readers of the format know one failure a test.
  tests += fmt::format(">\n      <failure message=\"{}\" type=\"expectation\">", xmlText(failures.front()));
  for (const std::string& failure : failures) tests += xmlText(failure) + "\n";
  tests += "</failure>\n    </testcase>\n";
}

void JunitSuite::skip(const std::string& test, const std::string& reason) {
  ++count;
  const std::string message = reason.empty() ? "" : fmt::format(" message=\"{}\"", xmlText(reason));
  tests += testStart(name, test, 0) + fmt::format(">\n      <skipped{}/>\n    </testcase>\n", message);
}

void JunitSuite::addError(const std::string& test, const std::string& reason) {
  ++count;
  ++errors;
  tests +=
      testStart(name, test, 0) + fmt::format(">\n      <error message=\"{}\"/>\n    </testcase>\n", xmlText(reason));
}

std::string junitXml(std::span<const JunitSuite> suites, const std::vector<Error>& unusable) {
  std::string text;
  std::size_t tests = 0, failed = 0, errors = 0;
  double seconds = 0;
  const auto add = [&](const JunitSuite& suite) {
    text += suiteXml(suite);
    tests += suite.count;
    failed += suite.failed;
    errors += suite.errors;
    seconds += suite.seconds;
  };
  for (const JunitSuite& suite : suites) add(suite);
  for (const Error& error : unusable) {
    // The suite is the file, and the place in it belongs to what is wrong there.
    const std::size_t place = std::min(error.where.find('#'), error.where.size());
    JunitSuite suite(place == 0 ? "sepax" : error.where.substr(0, place));
    suite.addError("load", place == error.where.size() ? error.message : describe(error));
    add(suite);
  }
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites tests=\"{}\" failures=\"{}\" errors=\"{}\" "
      "time=\"{:.6f}\">\n{}</testsuites>\n",
      tests, failed, errors, seconds, text);
}

void tellGaps(JunitSuite& suite, const std::string& file, const std::vector<std::string>& gaps) {
  for (const std::string& gap : gaps) {
    complain(fmt::format("{}: {}", file, gap));
    suite.addError(fmt::format("is compared in full, {}", suite.errors + 1), gap);
  }
}

Result<void> writeJunit(const ReportOptions& options, std::span<const JunitSuite> suites,
                        const std::vector<Error>& unusable) {
  if (options.junit.empty()) return {};
  std::vector<Error> errors = unusable;
  if (isInterrupted()) errors.push_back(unusableFile("sepax", "interrupted, so not everything was compared"));
  return writeFileAtomically(options.junit, junitXml(suites, errors));
}

Error unusableFile(const std::string& file, std::string message) {
  if (message.starts_with(file + ": ")) message.erase(0, file.size() + 2);
  return {ErrorCode::kWrongValue, std::move(message), file};
}

int refuse(const ReportOptions& options, const Error& error) {
  complain(error);
  if (const auto written = writeJunit(options, {}, {error}); !written) complain(written.error());
  return kExitUnusable;
}

}  // namespace sepax
