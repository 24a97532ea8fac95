#include "scene/expectation.h"

#include "collide/pair_table.h"
#include "core/text.h"
#include "scene/fit_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace sepax {

namespace {

std::string numberText(double value, double tolerance) {
  return fmt::format("{} ± {}", shortestDecimal(value), shortestDecimal(tolerance));
}

std::string vectorText(const Vec3& v, Space space) {
  std::string text = fmt::format("[{}, {}", shortestDecimal(v.x), shortestDecimal(v.y));
  if (space == Space::k3d) text += ", " + shortestDecimal(v.z);
  return text + "]";
}

/// Written so that NaN is never within.
bool within(double a, double b, double tolerance) { return std::abs(a - b) <= tolerance; }

double statedTolerance(const std::string& algorithm) {
  const PairAlgorithm* const row = findAlgorithm(algorithm);
  return row == nullptr ? 0 : row->tolerance;
}

}  // namespace

std::string describe(const ExpectationFailure& failure) {
  if (failure.query) {
    return fmt::format("query {}: expected {} {}, found {}", *failure.query, failure.what, failure.expected, failure.found);
  }
  return fmt::format("{}, {} ({}): expected {} {}, found {}", failure.pair.first, failure.pair.second, failure.algorithm, failure.what,
                     failure.expected, failure.found);
}

std::vector<ExpectationFailure> checkExpectation(const Expectation& expected, const PairReport& report, Space space) {
  std::vector<ExpectationFailure> failures;
  const auto add = [&](const char* what, std::string wanted, std::string found) {
    failures.push_back({expected.pair, std::nullopt, report.algorithm, what, std::move(wanted), std::move(found)});
  };
  const auto compare = [&](const char* what, const std::optional<double>& wanted, double found) {
    if (wanted && !within(*wanted, found, expected.tolerance)) add(what, numberText(*wanted, expected.tolerance), shortestDecimal(found));
  };
  const PairAnswer& answer = report.answer;
  const SatReport* const sat = std::get_if<SatReport>(&report.trace);
  if (expected.verdict && *expected.verdict != answer.verdict) add("verdict", verdictName(*expected.verdict), verdictName(answer.verdict));
  compare("distance", expected.distance, answer.distance);
  if (measuresDepth(report)) compare("depth", expected.depth, std::max(0.0, -answer.separation));
  if (sat == nullptr) return failures;
  compare("separation", expected.separation, answer.separation);
  if (expected.normal) {
    bool same = true;
    for (int c = 0; c < 3; ++c) same = same && within((*expected.normal)[c], answer.normal[c], expected.tolerance);
    if (!same) {
      add("normal", fmt::format("{} ± {}", vectorText(*expected.normal, space), shortestDecimal(expected.tolerance)),
          vectorText(answer.normal, space));
    }
  }
  if (expected.deciding_axis) {
    const AxisId& deciding = decidingAxis(*sat).id;
    if (deciding != *expected.deciding_axis) add("deciding_axis", axisName(*expected.deciding_axis), axisName(deciding));
  }
  return failures;
}

namespace {

/// What a query's answer has to say; nullopt where it has nothing of the kind.
struct Answered {
  std::optional<bool> hit, inside;
  std::optional<double> enter, leave, distance;
  std::optional<Vec3> normal;
  std::vector<std::pair<std::string, double>> volumes;
};

Answered answeredBy(const SweepReport& report) {
  Answered out;
  out.hit = report.hit;
  out.distance = report.distance;
  if (!report.hit) return out;
  out.enter = report.time;
  out.leave = report.exit_time;
  out.normal = report.normal;
  return out;
}

Answered answeredBy(const RayReport& report) {
  Answered out;
  out.hit = !report.hits.empty();
  if (report.hits.empty()) return out;
  out.distance = report.hits.front().hit.distance;
  out.normal = report.hits.front().hit.normal;
  return out;
}

Answered answeredBy(const ContainsReport& report) {
  Answered out;
  out.inside = report.inside;
  out.distance = report.signed_distance;
  out.normal = report.normal;
  return out;
}

Answered answeredBy(const FitReport& report) {
  Answered out;
  for (const FittedVolume& volume : report.volumes) out.volumes.emplace_back(volumeName(volume.kind, report.planar), volume.volume);
  return out;
}

}  // namespace

std::vector<ExpectationFailure> checkExpectation(const Expectation& expected, const QueryReport& report, Space space) {
  std::vector<ExpectationFailure> failures;
  const Answered found = std::visit([](const auto& answer) { return answeredBy(answer); }, report.answer);
  const auto add = [&](const char* what, std::string wanted, std::string got) {
    failures.push_back({{}, report.index, "", what, std::move(wanted), std::move(got)});
  };
  const auto truth = [&](const char* what, const std::optional<bool>& wanted, const std::optional<bool>& got) {
    if (wanted && wanted != got) add(what, *wanted ? "true" : "false", got ? *got ? "true" : "false" : "nothing");
  };
  const auto number = [&](const char* what, const std::optional<double>& wanted, const std::optional<double>& got) {
    if (!wanted || (got && within(*wanted, *got, expected.tolerance))) return;
    add(what, numberText(*wanted, expected.tolerance), got ? shortestDecimal(*got) : "nothing");
  };
  truth("hit", expected.hit, found.hit);
  truth("inside", expected.inside, found.inside);
  number("enter", expected.enter, found.enter);
  number("leave", expected.leave, found.leave);
  number("distance", expected.distance, found.distance);
  for (const auto& [name, volume] : expected.volumes) {
    const auto fitted =
        std::find_if(found.volumes.begin(), found.volumes.end(), [&wanted = name](const auto& row) { return row.first == wanted; });
    number(("volumes/" + name).c_str(), volume, fitted == found.volumes.end() ? std::nullopt : std::optional(fitted->second));
  }
  if (expected.normal) {
    bool same = found.normal.has_value();
    for (int c = 0; c < 3; ++c) same = same && within((*expected.normal)[c], (*found.normal)[c], expected.tolerance);
    if (!same) {
      add("normal", fmt::format("{} ± {}", vectorText(*expected.normal, space), shortestDecimal(expected.tolerance)),
          found.normal ? vectorText(*found.normal, space) : "nothing");
    }
  }
  return failures;
}

std::vector<ExpectationFailure> checkAgreement(const PairReport& reference, const PairReport& other, double size) {
  std::vector<ExpectationFailure> failures;
  const auto add = [&](const char* what, std::string wanted, std::string found) {
    const std::string as = fmt::format("{} of {}", what, reference.algorithm);
    failures.push_back({{reference.a, reference.b}, std::nullopt, other.algorithm, as, std::move(wanted), std::move(found)});
  };
  const PairAnswer& right = reference.answer;
  const PairAnswer& answer = other.answer;
  const double tolerance =
      (statedTolerance(reference.algorithm) + statedTolerance(other.algorithm)) * size + tessellationDifference(reference, other);
  const SatReport* const sat = std::get_if<SatReport>(&reference.trace);
  // Within rounding of a verdict's boundary both sides of it are right; and an algorithm that measures no depth cannot know a touch
  // from an overlap.
  const double boundary = sat == nullptr ? 0 : sat->tolerances.touching;
  const bool unsure =
      right.verdict == Verdict::kTouching ? answer.separation <= boundary + tolerance : std::abs(right.separation) <= boundary + tolerance;
  if (right.verdict != answer.verdict && !unsure) add("verdict", verdictName(right.verdict), verdictName(answer.verdict));
  if (!within(right.distance, answer.distance, tolerance)) {
    add("distance", numberText(right.distance, tolerance), shortestDecimal(answer.distance));
  }
  const double depth = std::max(0.0, -right.separation), found = std::max(0.0, -answer.separation);
  if (measuresDepth(reference) && measuresDepth(other) && !within(depth, found, boundary + tolerance)) {
    add("depth", numberText(depth, boundary + tolerance), shortestDecimal(found));
  }
  return failures;
}

}  // namespace sepax
