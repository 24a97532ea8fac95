#include "app/commands/report.h"

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

void addStrict(CLI::App& command, ReportOptions& options) {
  command.add_flag("--strict", options.strict, "Refuse a case with a warning, as an unknown key");
}

Result<LoadedCase> caseToReport(const std::string& file, const ReportOptions& options) {
  auto loaded = caseOrStandardInput(file);
  if (loaded && options.strict && !loaded->warnings.empty())
    return fail(ErrorCode::kWrongValue, file, loaded->warnings.front());
  return loaded;
}

namespace {

std::string suiteXml(const JunitSuite& suite, std::size_t errors) {
  return fmt::format(
      "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" time=\"{:.6f}\">\n{}  </testsuite>\n",
      xmlText(suite.name), suite.count, suite.failed, errors, suite.seconds, suite.tests);
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

void JunitSuite::skip(const std::string& test) {
  ++count;
  tests += testStart(name, test, 0) + ">\n      <skipped/>\n    </testcase>\n";
}

std::string junitXml(std::span<const JunitSuite> suites, const std::vector<Error>& unusable) {
  std::string text;
  std::size_t tests = unusable.size(), failed = 0;
  double seconds = 0;
  for (const JunitSuite& suite : suites) {
    text += suiteXml(suite, 0);
    tests += suite.count;
    failed += suite.failed;
    seconds += suite.seconds;
  }
  for (const Error& error : unusable) {
    JunitSuite suite(error.where);
    suite.count = 1;
    suite.tests = testStart(error.where, "load", 0) +
                  fmt::format(">\n      <error message=\"{}\"/>\n    </testcase>\n", xmlText(error.message));
    text += suiteXml(suite, 1);
  }
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites tests=\"{}\" failures=\"{}\" errors=\"{}\" "
      "time=\"{:.6f}\">\n{}</testsuites>\n",
      tests, failed, unusable.size(), seconds, text);
}

std::vector<std::string> passageTexts(const RunWatch& watch) {
  std::vector<std::string> texts;
  for (const Passage& passage : watch.passages()) texts.push_back(passage.text());
  return texts;
}

Result<void> writeJunit(const ReportOptions& options, std::span<const JunitSuite> suites,
                        const std::vector<Error>& unusable) {
  return options.junit.empty() ? Result<void>() : writeFileAtomically(options.junit, junitXml(suites, unusable));
}

}  // namespace sepax
