#include "app/commands/check_output.h"

#include "app/commands/jury_output.h"
#include "app/commands/report.h"
#include "collide/pair_names.h"
#include "collide/pair_table.h"
#include "collide/pieces/crossings.h"
#include "collide/pieces/touched_pieces.h"
#include "core/json_text.h"
#include "core/name_map.h"
#include "core/text.h"
#include "draw/axis_picture.h"
#include "format/expectation_json.h"

#include <fmt/format.h>
#include <glm/geometric.hpp>
#include <glm/trigonometric.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <set>
#include <vector>

namespace sepax {

namespace {

/// Axes that a table shows; --json has all.
constexpr std::size_t kMaxTableAxes = 60;
/// An error below this part of a number is not worth its digits.
constexpr double kShownDigits = 1e-9;

Json failureJson(const ExpectationFailure& failure) {
  Json object;
  if (failure.query) {
    object["query"] = *failure.query;
    if (!failure.query_id.empty()) object["id"] = failure.query_id;
  } else {
    object["pair"] = Json::array({failure.pair.first, failure.pair.second});
    object["algorithm"] = failure.algorithm;
  }
  if (failure.expectation) object["expect"] = *failure.expectation;
  object["what"] = failure.what;
  object["expected"] = failure.expected;
  object["found"] = failure.found;
  object["message"] = describe(failure);
  return object;
}

/// A pair's report as text.
struct PairText {
  const PairReport& report;
  Space space;
  const NumberText& number;
  double error;  ///< of the row's numbers, metres

  [[nodiscard]] std::string text(double value) const { return number(value, error); }
  /// A point's own coordinates are rounded, too.
  [[nodiscard]] std::string text(const Vec3& v) const {
    return number(v, space, std::max(error, 4 * std::numeric_limits<double>::epsilon() * length(v)));
  }

  /// A length with the error that its answer states, where the digits shown would hide it.
  [[nodiscard]] std::string lengthText(double value) const {
    const double stated = report.answer.error;
    const bool is_hidden = stated <= std::max(error, kShownDigits * std::abs(value));
    return is_hidden ? text(value) + " m" : fmt::format("{} ± {} m", text(value), humanNumber(stated, 2));
  }

  [[nodiscard]] std::string verdictSentence() const {
    const PairAnswer& answer = report.answer;
    switch (answer.verdict) {
      case Verdict::kSeparated:
        return fmt::format("separated: gap {}", lengthText(answer.separation)) +
               (answer.has_points ? ", distance " + lengthText(answer.distance) : "");
      case Verdict::kTouching:
        return fmt::format("touching{}: separation {}",
                           answer.error > 0 && std::abs(answer.separation) <= answer.error ? " within its error" : "",
                           lengthText(answer.separation));
      case Verdict::kOverlapping:
        break;
    }
    if (answer.endless) return "overlapping without end: no move ends it";
    if (!hasSeparation(report)) return "overlapping";
    const double move = glm::length(answer.mtv);
    if (move + answer.separation > kShownDigits * move + answer.error)  // in pieces: the depth of one, a move for all
      return fmt::format(
          "overlapping: {} deep where it is deepest; ends when {} moves by {}, {} m far; a shorter move may do",
          lengthText(-answer.separation), report.b, text(answer.mtv), text(move));
    return fmt::format("overlapping: {} deep, ends when {} moves by {}", lengthText(-answer.separation), report.b,
                       text(answer.mtv));
  }

  /// Whether the witness points of shapes that overlap are one place in both, and not where they are deepest.
  [[nodiscard]] bool hasCommonPoint() const {
    const PairAnswer& answer = report.answer;
    const double between = glm::length(answer.closest_b - answer.closest_a);
    return answer.verdict == Verdict::kOverlapping && answer.has_points &&
           (!hasSeparation(report) || 2 * between <= -answer.separation);
  }

  [[nodiscard]] std::string points() const {
    const PairAnswer& answer = report.answer;
    std::vector<std::string> parts;
    if (hasCommonPoint()) {
      parts.push_back(fmt::format("a common point: {}", text(answer.closest_a)));
    } else if (answer.has_points) {
      parts.push_back(fmt::format("{} points: {} on {}, {} on {}",
                                  answer.verdict == Verdict::kOverlapping ? "deepest" : "closest",
                                  text(answer.closest_a), report.a, text(answer.closest_b), report.b));
    }
    if (hasSeparation(report) || answer.endless) parts.push_back("normal " + number(answer.normal, space, 1e-15));
    std::string out = parts.empty() ? "" : fmt::format("  {}\n", fmt::join(parts, ", "));
    for (const Contact& contact : answer.contacts) {
      out += fmt::format("  contact at {}, separation {} m: {}\n", text(contact.position), text(contact.separation),
                         featureText(featuresOf(contact), {report.a, report.b}));
    }
    return out;
  }
};

/// How many pieces touch when each is tested alone, and which have a normal that the whole surface does not have.
std::string touchedLines(const TouchedSurface& touched, const PairText& text) {
  constexpr int kMaxNamed = 4;
  std::string out = fmt::format("  tested alone, {}{}", touched.complete ? "" : "at least ",
                                counted(touched.count, "pair of pieces touches", "pairs of pieces touch"));
  if (!touched.complete) out += ", more than are looked at for ghost contacts";
  if (touched.ghosts == 0) return out + "\n";
  out += fmt::format("; {} with a ghost contact, whose normal the whole surface does not have:\n", touched.ghosts);
  int named = 0;
  for (const TouchedPieces& pair : touched.pairs) {
    if (!pair.isGhost()) continue;
    if (++named > kMaxNamed) break;
    const TouchedFeature& feature = pair.rising();
    out += fmt::format("    {} ({}): normal {}, separation {} m; the surface rises {:.3g} degrees above it\n",
                       featureText(feature.name, {text.report.a, text.report.b}), bendName(feature.bend),
                       text.text(pair.normal), text.text(pair.separation), glm::degrees(feature.rise));
  }
  return named > kMaxNamed ? out + fmt::format("    and {} more\n", touched.ghosts - kMaxNamed) : out;
}

/// Which pieces decided, what the mtv rests on, and what the hulls would say.
std::string pieceLines(const PairReport& report) {
  const PieceReport& pieces = *report.pieces;
  if (pieces.contained != Containment::kNone) {
    const bool a_in_b = pieces.contained == Containment::kAInB;
    return fmt::format("  no pieces meet, but {} lies inside {}: the numbers are those of the convex hulls\n",
                       a_in_b ? report.a : report.b, a_in_b ? report.b : report.a);
  }
  std::string out =
      fmt::format("  piece {} of {} in {} against piece {} of {} in {} decide; {} of {} piece pairs measured\n",
                  pieces.nameOfA(pieces.a), pieces.count_a, report.a, pieces.nameOfB(pieces.b), pieces.count_b,
                  report.b, pieces.tested, pieces.pairs());
  for (const auto& [surface, who] : {std::pair(pieces.surface_a, report.a), std::pair(pieces.surface_b, report.b)}) {
    if (surface) out += fmt::format("  {} is a surface without an inside\n", who);
  }
  if (pieces.crossings) {
    out += fmt::format("  {}{}, along {} m in all\n", pieces.crossings->complete ? "" : "at least ",
                       counted(pieces.crossings->count, "pair of triangles crosses", "pairs of triangles cross"),
                       humanNumber(pieces.crossings->length));
  }
  if (pieces.behind > 0)
    out +=
        fmt::format("  {} left out: on the back of a one-sided chain\n", counted(pieces.behind, "contact", "contacts"));
  static constexpr const char* kWays[] = {"", "the deepest pieces' own mtv", "the first free place along an axis",
                                          "where the last pieces part", "the shortest for the whole shapes"};
  if (pieces.mtv_kind != MtvKind::kNone)
    out += fmt::format("  the move ends the overlap of all pieces: {}\n", kWays[static_cast<int>(pieces.mtv_kind)]);
  if (pieces.hull_report)
    out += fmt::format("  as convex hulls they would be {}\n", verdictName(pieces.hull_report->verdict));
  return out;
}

struct AxisColumn {
  const char* name;
  int width;
};
constexpr AxisColumn kAxisColumns[] = {{"x", 10},     {"y", 10},     {"z", 10},     {"A min", 11},
                                       {"A max", 10}, {"B min", 11}, {"B max", 10}, {"separation", 11}};

/// The remark on an axis that cannot decide.
std::string remarkOn(const SatReport& report, const SatAxis& axis) {
  if (axis.state == AxisState::kDuplicate)
    return "  same direction as " + axisName(report.axes[static_cast<std::size_t>(axis.duplicate_of)].id);
  static constexpr const char* kPruned[] = {"", "both faces at B's edge lean the same way",
                                            "both faces at A's edge lean the same way",
                                            "the edges face away from each other"};
  return axis.state == AxisState::kPruned ? fmt::format("  pruned: {}", kPruned[static_cast<int>(axis.pruned)])
                                          : std::string();
}

std::string axisRow(const SatReport& report, int index, const NumberText& number) {
  const SatAxis& axis = report.axes[static_cast<std::size_t>(index)];
  const char mark = index == report.deciding ? '*' : index == report.runner_up ? '+' : ' ';
  std::string out = fmt::format("  {} {:<17} {:<10}", mark, axisName(axis.id), axisKindName(axis.id.kind));
  if (axis.state == AxisState::kDegenerate) {
    const bool is_cross = axis.id.kind == AxisKind::kEdgePair;
    return out + (is_cross ? fmt::format("degenerate: cross length {}\n", number.cell(axis.cross_length))
                           : "degenerate: no direction\n");
  }
  const double values[] = {axis.direction.x, axis.direction.y, axis.direction.z, axis.a.lowest(),
                           axis.a.highest(), axis.b.lowest(),  axis.b.highest(), axis.separation};
  const bool is_exact = number.hex || number.digits > 0;
  for (std::size_t i = 0; i < std::size(values); ++i) {
    const double size = i < 3 ? 1 : report.tolerances.size;  // directions are first
    out +=
        fmt::format("{}{:>{}}", i == 0 ? "" : " ", number.cell(is_exact ? values[i] : withoutRounding(values[i], size)),
                    number.width(kAxisColumns[i].width));
  }
  return out + remarkOn(report, axis) + "\n";
}

/// `decides`: the deciding axis gives the pair's answer, not only that of the two pieces in the table.
std::string axisTable(const SatReport& report, bool decides, const NumberText& number) {
  std::string out = fmt::format("    {:<17} {:<10}", "axis", "kind");
  for (const AxisColumn& column : kAxisColumns) {
    out += fmt::format("{}{:>{}}", &column == std::begin(kAxisColumns) ? "" : " ", column.name,
                       number.width(column.width));
  }
  out += "\n";
  const std::size_t count = std::min(report.axes.size(), kMaxTableAxes);
  for (std::size_t i = 0; i < count; ++i) out += axisRow(report, static_cast<int>(i), number);
  if (static_cast<std::size_t>(report.deciding) >= count) out += axisRow(report, report.deciding, number);
  if (report.axes.size() > count)
    out += fmt::format("    ... {} axes in all (--json lists them)\n", report.axes.size());
  if (report.pruned_edge_pairs > 0)
    out += fmt::format("    {} edge pairs span no face of the Minkowski difference and cannot decide\n",
                       report.pruned_edge_pairs);
  out += decides ? "  * deciding axis" : "  * deciding axis of these two pieces alone";
  if (report.runner_up >= 0) {
    out += report.tie ? "   + runner-up, a tie"
                      : fmt::format("   + runner-up, {} m behind", number.cell(report.runner_up_margin));
  }
  if (report.first_separating >= 0) {
    out += fmt::format("   an early exit would stop at {}",
                       axisName(report.axes[static_cast<std::size_t>(report.first_separating)].id));
  }
  return out + "\n";
}

/// "A, B: verdict, depth": what an expectation is about.
std::string subjectOf(const Expectation& expected) {
  std::string out = !expected.query             ? fmt::format("{}, {}", expected.pair.first, expected.pair.second)
                    : expected.query_id.empty() ? fmt::format("query {}", *expected.query)
                                                : "query " + expected.query_id;
  if (!expected.algorithm.empty()) out += fmt::format(" ({})", expected.algorithm);
  std::string keys;
  for (const ExpectationKey& key : expectationKeys()) {
    const bool is_set = std::visit([&](const auto member) { return (expected.*member).has_value(); }, key.member);
    if (is_set) keys += fmt::format("{}{}", keys.empty() ? ": " : ", ", key.name);
  }
  return out + keys;
}

/// A name of its own for each expectation: the one that the case gives, or what it is about; numbered where two are
/// called alike.
std::vector<std::string> testNames(const std::vector<Expectation>& expectations) {
  std::vector<std::string> names;
  NameMap<std::string, int> used;
  for (const Expectation& expected : expectations) {
    const std::string plain = expected.name.empty() ? subjectOf(expected) : expected.name;
    std::string name = plain;
    for (int& count = used[plain]; used.contains(name) && count++ > 0;) name = fmt::format("{} ({})", plain, count);
    if (name != plain) ++used[name];
    names.push_back(std::move(name));
  }
  return names;
}

}  // namespace

void CheckCounts::add(const CheckedCase& checked) {
  ++cases;
  pairs += checked.tested.pairs.size();
  separated += checked.separated;
  touching += checked.touching;
  overlapping += checked.overlapping;
  culled += checked.tested.culled;
  queries += checked.queries.size();
  expectations += checked.expectations.size();
  silent += checked.expectations.empty() ? 1 : 0;
  std::set<std::size_t> failing;
  for (const ExpectationFailure& failure : checked.failures) {
    if (failure.expectation) {
      failing.insert(*failure.expectation);
    } else {
      ++disagreements;
    }
  }
  failed += failing.size();
}

std::string countLine(const CheckCounts& counts) {
  std::string out = counted(counts.cases, "case", "cases");
  out += fmt::format(": {} ({} separated, {} touching, {} overlapping)", counted(counts.pairs, "pair", "pairs"),
                     counts.separated, counts.touching, counts.overlapping);
  if (counts.culled > 0) out += fmt::format(", {} culled", counts.culled);
  if (counts.queries > 0) out += fmt::format(", {} answered", counted(counts.queries, "query", "queries"));
  if (counts.expectations > 0) {
    out += fmt::format(", {} of {} met", counts.expectations - counts.failed,
                       counted(counts.expectations, "expectation", "expectations"));
  }
  if (counts.expectations > 0 && counts.silent > 0)
    out += fmt::format(", {} without expectations", counted(counts.silent, "case", "cases"));
  if (counts.failed > 0) out += fmt::format(", {} FAILED", counts.failed);
  if (counts.disagreements > 0)
    out += fmt::format(", {} between algorithms", counted(counts.disagreements, "DISAGREEMENT", "DISAGREEMENTS"));
  if (counts.unusable > 0) out += fmt::format(", {} UNUSABLE", counts.unusable);
  return out + "\n";
}

bool printJson(const LoadedCase& loaded, const CheckRequest& request, CheckedCase& checked, const CasePrint& print,
               const TextSink& sink) {
  std::string head = compactJson(outputJson({{"file", checked.file}}));
  head.pop_back();
  bool ok = sink(head + ",\"pairs\":[");
  const char* comma = "";
  checkPairs(loaded, request, checked, [&](const PairReport& report, double) {
    if (print.only && report.answer.verdict != *print.only) return;
    ok = sink(comma + compactJson(pairReportJson(report, checked.space, print.axes))) && ok;
    comma = ",";
  });
  Json rest;
  if (checked.tested.culled > 0) rest["culled_pairs"] = checked.tested.culled;
  rest["queries"] = Json::array();
  for (const QueryReport& query : checked.queries)
    rest["queries"].push(queryReportJson(query, checked.space, print.axes));
  rest["failures"] = Json::array();
  for (const ExpectationFailure& failure : checked.failures) rest["failures"].push(failureJson(failure));
  rest["warnings"] = Json::list(checked.warnings);
  return sink("]," + compactJson(rest).substr(1) + "\n") && ok;
}

bool printTable(const LoadedCase& loaded, const CheckRequest& request, CheckedCase& checked, const CasePrint& print,
                const TextSink& sink) {
  // Names come from outside: nothing in them may move the cursor or forge a line.
  std::string head =
      printableLine(checked.name.empty() ? checked.file : fmt::format("{} ({})", checked.name, checked.file)) + "\n";
  for (const std::string& warning : checked.warnings) head += "  warning: " + printableLine(warning) + "\n";
  const bool is_quiet = print.detail == Detail::kFailures;
  const Axes axes = print.detail == Detail::kAxes ? Axes::kListed : Axes::kLeftOut;
  bool ok = is_quiet || sink(head);
  checkPairs(loaded, request, checked, [&](const PairReport& report, double size) {
    if (is_quiet || (print.only && report.answer.verdict != *print.only)) return;
    const auto choice = chosenAlgorithm(report.algorithm);
    const PairText text{report, checked.space, print.number, (choice ? choice->row->tolerance : 0) * size};
    std::string out = fmt::format("{}, {} ({}) {}\n", report.a, report.b, report.algorithm, text.verdictSentence());
    if (print.detail != Detail::kLines) {
      if (report.pieces) out += pieceLines(report);
      if (report.pieces && report.pieces->touched) out += touchedLines(*report.pieces->touched, text);
      out += text.points();
      const SatReport* const sat = std::get_if<SatReport>(&report.trace);
      if (sat != nullptr && axes == Axes::kListed)
        out += axisTable(*sat, axisOfAnswer(report) != nullptr, print.number);
    }
    ok = sink(out) && ok;
  });
  if (is_quiet && checked.failures.empty()) return ok;
  std::string tail = is_quiet ? head : "";
  if (checked.tested.culled > 0 && !is_quiet) {
    tail += fmt::format("{} pairs are not listed: the bounds of their bodies are apart (--all-pairs tests them)\n",
                        checked.tested.culled);
  }
  for (std::size_t i = 0; i < checked.queries.size() && !is_quiet; ++i) {
    tail += queryReportTable(checked.queries[i], checked.space, print.number, axes);
  }
  for (const ExpectationFailure& failure : checked.failures)
    tail += "FAILED " + printableLine(describe(failure)) + "\n";
  if (!checked.expectations.empty() && checked.failures.empty()) {
    tail += counted(checked.expectations.size(), "expectation", "expectations") + " met\n";
  }
  return sink(tail) && ok;
}

JunitSuite suiteOf(const CheckedCase& checked) {
  JunitSuite suite(checked.file);
  std::vector<std::vector<std::string>> failures(checked.expectations.size());
  std::vector<std::string> disagreements;
  for (const ExpectationFailure& failure : checked.failures) {
    (failure.expectation ? failures[*failure.expectation] : disagreements).push_back(describe(failure));
  }
  const std::vector<std::string> names = testNames(checked.expectations);
  for (std::size_t i = 0; i < checked.expectations.size(); ++i) suite.add(names[i], checked.seconds[i], failures[i]);
  // One algorithm alone agrees with nothing.
  if (!disagreements.empty() || checked.is_compared) suite.add("algorithms agree", 0, disagreements);
  return suite;
}

}  // namespace sepax
