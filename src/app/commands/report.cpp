#include "app/commands/report.h"

#include "app/commands/command_line.h"
#include "core/json_text.h"
#include "core/platform.h"
#include "core/text.h"
#include "lab/recording/run_measures.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <map>
#include <utility>

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

namespace {

/// The report; an `unusable` file is a suite with one error.
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

}  // namespace

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

int finishReport(const ReportOptions& options, std::span<const JunitSuite> suites, const std::vector<Error>& unusable,
                 bool was_printed) {
  for (const Error& error : unusable) complain(error);
  if (const auto written = writeJunit(options, suites, unusable); !written) return complain(written.error());
  return finishOutput(was_printed) == kExitFine && unusable.empty() ? kExitFine : kExitUnusable;
}

Error unusableFile(const std::string& file, std::string message) {
  if (message.starts_with(file + ": ")) message.erase(0, file.size() + 2);
  return {ErrorCode::kWrongValue, std::move(message), file};
}

int refuse(const ReportOptions& options, const Error& error, std::span<const JunitSuite> suites) {
  complain(error);
  if (const auto written = writeJunit(options, suites, {error}); !written) complain(written.error());
  return kExitUnusable;
}

int refuse(const ReportOptions& options, const std::string& file, std::string message) {
  return refuse(options, unusableFile(file, std::move(message)));
}

namespace {

using Out = std::back_insert_iterator<std::string>;

constexpr std::size_t kMaxShownFindings = 20;  ///< of one code, in text; JSON has all

}  // namespace

std::string counted(std::uint64_t count, const char* one, const char* many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

std::string sizeText(std::uint64_t bytes) {
  if (bytes < 10'000) return counted(bytes, "byte", "bytes");
  constexpr const char* kUnits[] = {"KiB", "MiB", "GiB", "TiB"};
  double size = static_cast<double>(bytes) / 1024;
  std::size_t unit = 0;
  for (; size >= 1000 && unit + 1 < std::size(kUnits); ++unit) size /= 1024;
  return fmt::format("{:.{}f} {}", size, size < 100 ? 1 : 0, kUnits[unit]);
}

Json orNull(const std::string& text) { return text.empty() ? Json() : Json(text); }

Json footerJson(const std::optional<ObbFooter>& footer) {
  if (!footer) return nullptr;
  return {
      {"package", footer->package}, {"version", footer->version}, {"flags", footer->flags}, {"salt", footer->salt_hex}};
}

void writeFindings(JsonWriter& json, const std::vector<Finding>& findings) {
  json.key("findings").beginArray(JsonWriter::Items::kOnLines);
  for (const Finding& finding : findings) {
    json.value({{"code", finding.code()},
                {"severity", severityName(finding.severity())},
                {"path", finding.path},
                {"entry", finding.entry ? Json(*finding.entry) : Json()},
                {"message", finding.message}});
  }
  json.endArray();
}

Json factsJson(const std::vector<Fact>& facts) {
  Json out = Json::object();
  for (const Fact& fact : facts) out.add(fact.name, fact.value);
  return out;
}

void appendFindings(std::string& out, const std::vector<Finding>& findings) {
  for (const Severity severity : {Severity::kError, Severity::kWarning, Severity::kInfo}) {
    std::map<std::string_view, std::size_t> shown;  // by code
    for (const Finding& finding : findings) {
      if (finding.severity() != severity || ++shown[finding.code()] > kMaxShownFindings) continue;
      fmt::format_to(Out(out), "{:<8}{:<26}{}{}{}\n", severityName(severity), finding.code(),
                     printableLine(finding.path), finding.path.empty() ? "" : ": ", printableLine(finding.message));
    }
    for (const auto& [code, count] : shown) {
      if (count > kMaxShownFindings)
        fmt::format_to(Out(out), "{:<8}{:<26}and {} more\n", severityName(severity), code, count - kMaxShownFindings);
    }
  }
}

void appendFacts(std::string& out, const std::vector<Fact>& facts) {
  for (const Fact& fact : facts) fmt::format_to(Out(out), "  {:<14}{}\n", fact.name, printableLine(fact.value));
}

void appendFooter(std::string& out, const std::optional<ObbFooter>& footer) {
  if (!footer) return;
  fmt::format_to(Out(out), "  {:<14}{}, version {}{}{}\n", "OBB footer", printableLine(footer->package),
                 footer->version, (footer->flags & 1) != 0 ? ", overlay" : "",
                 (footer->flags & 2) != 0 ? ", encrypted, salt " + footer->salt_hex : "");
}

void trimEnd(std::string& text) {
  if (text.ends_with('\n')) text.pop_back();
}

namespace {

constexpr auto kPause = std::chrono::milliseconds(100);
constexpr std::size_t kMaxPath = 60;

}  // namespace

ProgressLine::ProgressLine(std::string doing) : doing_(std::move(doing)) {}

ProgressSink ProgressLine::sink() {
  if (!isTerminal(StandardStream::kError)) return {};
  return [this](const Progress& progress) {
    const auto now = std::chrono::steady_clock::now();
    if (now - last_ < kPause) return true;
    last_ = now;
    is_shown_ = true;
    const double part =
        progress.total == 0 ? 0 : static_cast<double>(progress.done) / static_cast<double>(progress.total);
    const std::string path = printableLine(progress.what.substr(0, kMaxPath));
    constexpr double kLast = 99;  // what shows 100 % is done
    fmt::print(stderr, "\r\x1b[K{} {:3.0f} %  {}", doing_, std::min(std::floor(100 * part), kLast), path);
    std::fflush(stderr);
    return true;
  };
}

void ProgressLine::clear() {
  if (is_shown_) fmt::print(stderr, "\r\x1b[K");
  is_shown_ = false;
}

}  // namespace sepax
