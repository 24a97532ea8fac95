#include "app/check_output.h"

#include "core/json_text.h"
#include "core/text.h"
#include "scene/query_report.h"
#include "scene/report_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace sepax {

namespace {

/// Axes that a table shows; --json has all.
constexpr std::size_t kMaxTableAxes = 60;

Json failureJson(const ExpectationFailure& failure) {
  Json object;
  if (failure.query) {
    object["query"] = *failure.query;
  } else {
    object["pair"] = Json::array({failure.pair.first, failure.pair.second});
    object["algorithm"] = failure.algorithm;
  }
  object["what"] = failure.what;
  object["expected"] = failure.expected;
  object["found"] = failure.found;
  object["message"] = describe(failure);
  return object;
}

std::string verdictSentence(const PairAnswer& answer, bool measures_depth) {
  switch (answer.verdict) {
    case Verdict::kSeparated:
      return fmt::format("separated: gap {} m, distance {} m", humanNumber(answer.separation), humanNumber(answer.distance));
    case Verdict::kTouching:
      return fmt::format("touching: separation {} m", humanNumber(answer.separation));
    case Verdict::kOverlapping:
      break;
  }
  if (!measures_depth) return "overlapping";
  return fmt::format("overlapping: {} m deep, ends when B moves by ({}, {}, {})", humanNumber(-answer.separation),
                     humanNumber(answer.mtv.x), humanNumber(answer.mtv.y), humanNumber(answer.mtv.z));
}

/// Which pieces decided, what the mtv rests on, and what the hulls would say.
std::string pieceLines(const PairReport& report) {
  const PieceReport& pieces = *report.pieces;
  std::string out = fmt::format("  piece {} of {} in {} against piece {} of {} in {} decide; {} of {} piece pairs measured\n", pieces.a,
                                pieces.count_a, report.a, pieces.b, pieces.count_b, report.b, pieces.tested, pieces.pairs());
  for (const auto& [surface, who] : {std::pair(pieces.surface_a, report.a), std::pair(pieces.surface_b, report.b)}) {
    if (surface) out += fmt::format("  {} is an open mesh: a surface without an inside\n", who);
  }
  if (pieces.contained != Containment::kNone) {
    const bool a_in_b = pieces.contained == Containment::kAInB;
    out += fmt::format("  no pieces meet, but {} lies inside {}: the numbers are those of the convex hulls\n", a_in_b ? report.a : report.b,
                       a_in_b ? report.b : report.a);
  }
  static constexpr const char* kWays[] = {"", "the deepest pieces' own mtv", "the first free place along an axis",
                                          "where the last pieces part"};
  if (pieces.mtv_kind != MtvKind::kNone)
    out += fmt::format("  the move ends the overlap of all pieces: {}\n", kWays[static_cast<int>(pieces.mtv_kind)]);
  if (pieces.hull_report) out += fmt::format("  as convex hulls they would be {}\n", verdictName(pieces.hull_report->verdict));
  return out;
}

/// What is said of an axis that cannot decide.
std::string remarkOn(const SatReport& report, const SatAxis& axis) {
  if (axis.state == AxisState::kDuplicate)
    return "  same direction as " + axisName(report.axes[static_cast<std::size_t>(axis.duplicate_of)].id);
  static constexpr const char* kPruned[] = {"", "both faces at B's edge lean the same way", "both faces at A's edge lean the same way",
                                            "the edges face away from each other"};
  return axis.state == AxisState::kPruned ? fmt::format("  pruned: {}", kPruned[static_cast<int>(axis.pruned)]) : std::string();
}

std::string axisRow(const SatReport& report, int index) {
  const SatAxis& axis = report.axes[static_cast<std::size_t>(index)];
  const char mark = index == report.deciding ? '*' : index == report.runner_up ? '+' : ' ';
  const std::string head = fmt::format("  {} {:<9} {:<10}", mark, axisName(axis.id), axisKindName(axis.id.kind));
  if (axis.state == AxisState::kDegenerate) return head + fmt::format("degenerate: cross length {}\n", humanNumber(axis.cross_length));
  const auto number = [](double value) { return humanNumber(value); };
  return head + fmt::format("{:>10} {:>10} {:>10} {:>11} {:>10} {:>11} {:>10} {:>11}{}\n", number(axis.direction.x),
                            number(axis.direction.y), number(axis.direction.z), number(axis.a.min), number(axis.a.max), number(axis.b.min),
                            number(axis.b.max), number(axis.separation), remarkOn(report, axis));
}

std::string axisTable(const SatReport& report) {
  std::string out = fmt::format("    {:<9} {:<10}{:>10} {:>10} {:>10} {:>11} {:>10} {:>11} {:>10} {:>11}\n", "axis", "kind", "x", "y", "z",
                                "A min", "A max", "B min", "B max", "separation");
  const std::size_t count = std::min(report.axes.size(), kMaxTableAxes);
  for (std::size_t i = 0; i < count; ++i) out += axisRow(report, static_cast<int>(i));
  if (static_cast<std::size_t>(report.deciding) >= count) out += axisRow(report, report.deciding);
  if (report.axes.size() > count) out += fmt::format("    ... {} axes in all (--json lists them)\n", report.axes.size());
  if (report.pruned_edge_pairs > 0)
    out += fmt::format("    {} edge pairs span no face of the Minkowski difference and cannot decide\n", report.pruned_edge_pairs);
  out += "  * deciding axis";
  if (report.runner_up >= 0) {
    out += report.tie ? "   + runner-up, a tie" : fmt::format("   + runner-up, {} m behind", humanNumber(report.runner_up_margin));
  }
  if (report.first_separating >= 0) {
    out += fmt::format("   an early exit would stop at {}", axisName(report.axes[static_cast<std::size_t>(report.first_separating)].id));
  }
  return out + "\n";
}

/// Text inside XML: escaped, and without the control characters that XML 1.0 cannot hold.
std::string xmlText(const std::string& raw) {
  std::string out;
  for (const char c : toValidUtf8(raw)) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += static_cast<unsigned char>(c) < 0x20 || c == 0x7F ? ' ' : c;
    }
  }
  return out;
}

/// One test of a suite; `failures` empty when it passed.
std::string testXml(const std::string& name, const std::string& suite, const std::vector<std::string>& failures) {
  std::string out = fmt::format("    <testcase name=\"{}\" classname=\"{}\"", xmlText(name), xmlText(suite));
  if (failures.empty()) return out + "/>\n";
  out += ">\n";
  for (const std::string& failure : failures) out += fmt::format("      <failure message=\"{}\"/>\n", xmlText(failure));
  return out + "    </testcase>\n";
}

struct Suite {
  std::string tests;
  std::size_t count = 0, failed = 0;
  void add(const std::string& name, const std::string& suite, const std::vector<std::string>& failures) {
    tests += testXml(name, suite, failures);
    ++count;
    failed += failures.empty() ? 0 : 1;
  }
};

Suite suiteOf(const CheckedCase& checked) {
  Suite suite;
  std::vector<std::string> others;
  const auto belongs = [](const ExpectationFailure& failure, const Expectation& expected) {
    return failure.query == expected.query && failure.pair == expected.pair;
  };
  for (const Expectation& expected : checked.expectations) {
    std::vector<std::string> failures;
    for (const ExpectationFailure& failure : checked.failures) {
      if (belongs(failure, expected)) failures.push_back(describe(failure));
    }
    suite.add(expected.query ? fmt::format("query {}", *expected.query) : fmt::format("{}, {}", expected.pair.first, expected.pair.second),
              checked.file, failures);
  }
  for (const ExpectationFailure& failure : checked.failures) {
    const bool is_listed = std::any_of(checked.expectations.begin(), checked.expectations.end(),
                                       [&](const Expectation& expected) { return belongs(failure, expected); });
    if (!is_listed) others.push_back(describe(failure));
  }
  if (!others.empty() || checked.expectations.empty()) suite.add("algorithms", checked.file, others);
  return suite;
}

}  // namespace

std::string caseJson(const CheckedCase& checked) {
  Json object;
  object["sepax"] = 1;
  object["file"] = checked.file;
  object["pairs"] = Json::array();
  for (const PairReport& report : checked.reports) object["pairs"].push(pairReportJson(report, checked.space));
  object["queries"] = Json::array();
  for (const QueryReport& query : checked.queries) object["queries"].push(queryReportJson(query, checked.space));
  object["failures"] = Json::array();
  for (const ExpectationFailure& failure : checked.failures) object["failures"].push(failureJson(failure));
  object["warnings"] = Json::list(checked.warnings);
  return compactJson(object) + "\n";
}

std::string caseTable(const CheckedCase& checked) {
  // Names come from outside: nothing in them may move the cursor or forge a line.
  std::string out = printableLine(checked.name.empty() ? checked.file : fmt::format("{} ({})", checked.name, checked.file)) + "\n";
  for (const std::string& warning : checked.warnings) out += "  warning: " + printableLine(warning) + "\n";
  for (const PairReport& report : checked.reports) {
    const SatReport* const sat = std::get_if<SatReport>(&report.trace);
    out += fmt::format("{}, {} ({}) {}\n", report.a, report.b, report.algorithm, verdictSentence(report.answer, measuresDepth(report)));
    if (report.pieces) out += pieceLines(report);
    if (report.tessellation_error > 0) {
      out += fmt::format("  round sides are tested as flat ones around them: gaps may be {:.3g} m too small\n", report.tessellation_error);
    }
    if (sat != nullptr) out += axisTable(*sat);
  }
  for (const QueryReport& query : checked.queries) out += queryReportTable(query);
  for (const ExpectationFailure& failure : checked.failures) out += "FAILED " + printableLine(describe(failure)) + "\n";
  if (!checked.expectations.empty() && checked.failures.empty()) {
    out += fmt::format("{} expectation{} met\n", checked.expectations.size(), checked.expectations.size() == 1 ? "" : "s");
  }
  return out;
}

std::string junitXml(const std::vector<CheckedCase>& cases, const std::vector<Error>& unusable) {
  std::string suites;
  std::size_t tests = 0, failed = 0;
  for (const CheckedCase& checked : cases) {
    const Suite suite = suiteOf(checked);
    suites += fmt::format("  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"0\">\n{}  </testsuite>\n", xmlText(checked.file),
                          suite.count, suite.failed, suite.tests);
    tests += suite.count;
    failed += suite.failed;
  }
  for (const Error& error : unusable) {
    suites += fmt::format(
        "  <testsuite name=\"{0}\" tests=\"1\" failures=\"0\" errors=\"1\">\n    <testcase name=\"load\" classname=\"{0}\">\n"
        "      <error message=\"{1}\"/>\n    </testcase>\n  </testsuite>\n",
        xmlText(error.where), xmlText(error.message));
    ++tests;
  }
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites tests=\"{}\" failures=\"{}\" errors=\"{}\">\n{}</testsuites>\n", tests,
      failed, unusable.size(), suites);
}

}  // namespace sepax
