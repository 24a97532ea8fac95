#include "format/expectation.h"

#include "collide/pair_table.h"
#include "core/text.h"
#include "format/expectation_json.h"
#include "format/query_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

namespace sepax {

namespace {

std::string numberText(double value, double tolerance) {
  return fmt::format("{} ± {}", shortestDecimal(value), shortestDecimal(tolerance));
}

/// Written so that NaN is never within.
bool within(double a, double b, double tolerance) { return std::abs(a - b) <= tolerance; }

double statedTolerance(const std::string& algorithm) {
  const auto choice = chosenAlgorithm(algorithm);
  return choice ? choice->row->tolerance : 0;
}

/// Compares expected with found values of a type; says what is expected and what was found.
struct Comparison {
  Space space;
  double tolerance;

  [[nodiscard]] std::string vectorText(const Vec3& v) const {
    std::string text = fmt::format("[{}, {}", shortestDecimal(v.x), shortestDecimal(v.y));
    if (space == Space::k3d) text += ", " + shortestDecimal(v.z);
    return text + "]";
  }

  [[nodiscard]] bool near(const Vec3& a, const Vec3& b) const {
    return within(a.x, b.x, tolerance) && within(a.y, b.y, tolerance) && within(a.z, b.z, tolerance);
  }

  [[nodiscard]] std::string text(bool value) const { return value ? "true" : "false"; }
  [[nodiscard]] std::string text(const std::string& value) const { return value; }
  [[nodiscard]] std::string text(const AxisId& value) const { return axisName(value); }
  [[nodiscard]] std::string text(const Vec3& value) const {
    return fmt::format("{} ± {}", vectorText(value), shortestDecimal(tolerance));
  }
  [[nodiscard]] std::string text(const ExpectedNumber& value) const {
    if (!value.is_range) return numberText(value.min, tolerance);
    if (std::isinf(value.max)) return "at least " + shortestDecimal(value.min);
    if (std::isinf(value.min)) return "at most " + shortestDecimal(value.max);
    return fmt::format("from {} to {}", shortestDecimal(value.min), shortestDecimal(value.max));
  }
  [[nodiscard]] std::string text(const VerdictSet& set) const {
    std::string out;
    for (const Verdict verdict : set.list())
      out += fmt::format("{}{}", out.empty() ? "" : " or ", verdictName(verdict));
    return out;
  }

  [[nodiscard]] static std::string foundText(const ExpectedNumber& value) { return shortestDecimal(value.min); }
  [[nodiscard]] std::string foundText(const Vec3& value) const { return vectorText(value); }
  [[nodiscard]] std::string foundText(const auto& value) const { return text(value); }

  [[nodiscard]] bool holds(const Vec3& wanted, const Vec3& got) const { return near(wanted, got); }
  [[nodiscard]] bool holds(const ExpectedNumber& wanted, const ExpectedNumber& got) const {
    return wanted.is_range ? got.min >= wanted.min && got.min <= wanted.max : within(wanted.min, got.min, tolerance);
  }
  [[nodiscard]] bool holds(const VerdictSet& wanted, const VerdictSet& got) const {
    return wanted.contains(got.list().front());
  }
  [[nodiscard]] bool holds(const auto& wanted, const auto& got) const { return wanted == got; }
};

/// Whether each of the wanted items can have a found one of its own; the first that cannot otherwise. Augmenting paths
/// (Kuhn 1955): items within each other's tolerance are no reason to fail.
template <class Wanted, class Found, class Matches>
std::optional<std::size_t> firstUnmatched(const std::vector<Wanted>& wanted, const std::vector<Found>& found,
                                          const Matches& matches) {
  std::vector<std::optional<std::size_t>> owner(found.size());
  const std::function<bool(std::size_t, std::vector<bool>&)> place = [&](std::size_t w, std::vector<bool>& tried) {
    for (std::size_t f = 0; f < found.size(); ++f) {
      if (tried[f] || !matches(wanted[w], found[f])) continue;
      tried[f] = true;
      if (owner[f] && !place(*owner[f], tried)) continue;
      owner[f] = w;
      return true;
    }
    return false;
  };
  for (std::size_t w = 0; w < wanted.size(); ++w) {
    std::vector<bool> tried(found.size(), false);
    if (!place(w, tried)) return w;
  }
  return std::nullopt;
}

/// Compares all that an expectation sets; `add(what, expected, found)` receives what differs.
template <class Add>
struct Comparer {
  const Expectation& expected;
  Space space;
  const Add& add;
  std::optional<std::string> missing;  ///< what an answer without the value has found; nullopt: it need not have it

  template <class T>
  void operator()(const std::string& what, const T& wanted, const std::optional<T>& got) const {
    const Comparison by{space, expected.tolerance};
    if (!got) {
      if (missing) add(what, by.text(wanted), *missing);
    } else if (!by.holds(wanted, *got)) {
      add(what, by.text(wanted), by.foundText(*got));
    }
  }

  template <class Points>
  requires std::derived_from<Points, NamedPoints>
  void operator()(const std::string& what, const Points& wanted, const std::optional<Points>& got) const {
    const NamedPoints found = got ? NamedPoints(*got) : NamedPoints();
    if (wanted.first) (*this)(fmt::format("{}/{}", what, Points::kNames[0]), *wanted.first, found.first);
    if (wanted.second) (*this)(fmt::format("{}/{}", what, Points::kNames[1]), *wanted.second, found.second);
  }

  void operator()(const std::string& what, const ExpectedVolumes& wanted,
                  const std::optional<ExpectedVolumes>& got) const {
    for (const auto& [name, volume] : wanted) {
      std::optional<ExpectedNumber> fitted;
      for (const auto& [found_name, found] : got.value_or(ExpectedVolumes())) {
        if (found_name == name) fitted = found;
      }
      (*this)(what + "/" + name, volume, fitted);
    }
  }

  /// Each listed item needs a found one of its own.
  template <class Item>
  void items(const std::string& what, const std::vector<Item>& wanted, const std::vector<Item>& got,
             const Comparison& by) const {
    const auto unmatched = firstUnmatched(wanted, got, [&](const Item& w, const Item& g) { return by.holds(w, g); });
    if (!unmatched) return;
    std::string all;
    for (const Item& item : got) all += fmt::format("{}{}", all.empty() ? "" : ", ", by.foundText(item));
    add(fmt::format("{}/{}", what, *unmatched), by.text(wanted[*unmatched]), all.empty() ? "none" : all);
  }

  void operator()(const std::string& what, const ExpectedContacts& wanted,
                  const std::optional<ExpectedContacts>& got) const {
    if (!got) return missing ? add(what, "contacts", *missing) : void();
    const Comparison by{space, wanted.tolerance.value_or(expected.tolerance)};
    if (wanted.count) {
      const Comparison exactly{space, 0};
      const std::string count =
          wanted.count->is_range ? exactly.text(*wanted.count) : shortestDecimal(wanted.count->min);
      if (!exactly.holds(*wanted.count, *got->count)) add(what + "/count", count, exactly.foundText(*got->count));
    }
    items(what + "/positions", wanted.positions, got->positions, by);
    items(what + "/features", wanted.features, got->features, by);
    items(what + "/separations", wanted.separations, got->separations, by);
  }

  void all(const AnswerValues& found) const {
    for (const ExpectationKey& key : expectationKeys()) {
      std::visit(
          [&](const auto member) {
            if (expected.*member) (*this)(key.name, *(expected.*member), found.*member);
          },
          key.member);
    }
  }
};

/// The values of a pair's report that expectations can ask for. A gap along an axis is left out for algorithms that
/// measure distances, unless the case names the algorithm and so means its own numbers.
AnswerValues valuesOf(const PairReport& report, bool is_row_named) {
  const PairAnswer& answer = report.answer;
  const SatReport* const sat = std::get_if<SatReport>(&report.trace);
  AnswerValues out;
  out.verdict = answer.verdict;
  out.hit = answer.verdict != Verdict::kSeparated;
  if (answer.has_points || *out.hit) out.distance = answer.distance;
  if (answer.has_points) {
    out.closest_points.emplace().first = answer.closest_a;
    out.closest_points->second = answer.closest_b;
  }
  if (hasSeparation(report)) {
    out.depth = std::max(0.0, -answer.separation);
    out.mtv = answer.mtv;
  }
  if (is_row_named ? hasSeparation(report) : hasAxisGap(report)) {
    out.separation = answer.separation;
    out.normal = answer.normal;
  }
  if (const SatAxis* const axis = axisOfAnswer(report)) out.deciding_axis = axis->id;
  // Rows without a manifold know of no contacts; of shapes that are apart every row knows that there are none.
  if (report.manifold || !answer.contacts.empty() || sat != nullptr || answer.verdict == Verdict::kSeparated) {
    ExpectedContacts& contacts = out.contacts.emplace();
    contacts.count = static_cast<double>(answer.contacts.size());
    for (const Contact& contact : answer.contacts) {
      contacts.positions.push_back(contact.position);
      contacts.features.push_back(featuresOf(contact));
      contacts.separations.emplace_back(contact.separation);
    }
  }
  return out;
}

}  // namespace

std::string describe(const ExpectationFailure& failure) {
  if (failure.query) {
    return fmt::format("query {}: expected {} {}, found {}",
                       failure.query_id.empty() ? fmt::format("{}", *failure.query) : failure.query_id, failure.what,
                       failure.expected, failure.found);
  }
  return fmt::format("{}, {} ({}): expected {} {}, found {}", failure.pair.first, failure.pair.second,
                     failure.algorithm, failure.what, failure.expected, failure.found);
}

std::vector<ExpectationFailure> checkExpectation(const Expectation& expected, const PairReport& report, Space space) {
  std::vector<ExpectationFailure> failures;
  const auto add = [&](std::string what, std::string wanted, std::string found) {
    failures.push_back(
        {expected.pair, std::nullopt, {}, report.algorithm, std::move(what), std::move(wanted), std::move(found), {}});
  };
  const bool is_row_named = !expected.algorithm.empty();
  const AnswerValues found = valuesOf(report, is_row_named);
  // Without a name a row is asked for what it measures, and the reference for all; one that measures nothing of it
  // would meet it without a look.
  const bool measures_any = std::ranges::any_of(expectationKeys(), [&](const ExpectationKey& key) {
    return std::visit([&](const auto member) { return expected.*member && found.*member; }, key.member);
  });
  std::optional<std::string> missing;
  if (is_row_named || std::holds_alternative<SatReport>(report.trace) || !measures_any)
    missing = "nothing: not measured by " + report.algorithm;
  Comparer<decltype(add)>{expected, space, add, missing}.all(found);
  return failures;
}

std::vector<ExpectationFailure> checkExpectation(const Expectation& expected, const QueryReport& report, Space space) {
  std::vector<ExpectationFailure> failures;
  const auto add = [&](std::string what, std::string wanted, std::string found) {
    failures.push_back({{}, report.index, report.id, "", std::move(what), std::move(wanted), std::move(found), {}});
  };
  const Json answer = queryReportJson(report, space, Axes::kLeftOut);
  Comparer<decltype(add)>{expected, space, add, "nothing"}.all(readFound(answer, space, answerKind(report.query)));
  return failures;
}

std::vector<ExpectationFailure> checkAgreement(const PairReport& reference, const PairReport& other, double extent) {
  std::vector<ExpectationFailure> failures;
  const auto add = [&](const char* what, std::string wanted, std::string found) {
    const std::string as = fmt::format("{} of {}", what, reference.algorithm);
    failures.push_back(
        {{reference.a, reference.b}, std::nullopt, {}, other.algorithm, as, std::move(wanted), std::move(found), {}});
  };
  const PairAnswer &right = reference.answer, &answer = other.answer;
  const double tolerance =
      (statedTolerance(reference.algorithm) + statedTolerance(other.algorithm)) * extent + right.error + answer.error;
  const SatReport* const sat = std::get_if<SatReport>(&reference.trace);
  // Within rounding of a verdict's boundary both sides of it are right; and an algorithm that measures no depth cannot
  // know a touch from an overlap.
  const double boundary = sat == nullptr ? 0 : sat->tolerances.touching;
  const bool unsure = right.verdict == Verdict::kTouching ? answer.separation <= boundary + tolerance
                                                          : std::abs(right.separation) <= boundary + tolerance;
  if (right.verdict != answer.verdict && !unsure)
    add("verdict", verdictName(right.verdict), verdictName(answer.verdict));
  if (!within(right.distance, answer.distance, tolerance)) {
    add("distance", numberText(right.distance, tolerance), shortestDecimal(answer.distance));
  }
  if (depthsContradict(reference, other, boundary + tolerance)) {
    add("depth", numberText(std::max(0.0, -right.separation), boundary + tolerance),
        shortestDecimal(std::max(0.0, -answer.separation)));
  }
  return failures;
}

}  // namespace sepax
