#include "collide/sat/sat_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace sepax {

const char* verdictName(Verdict verdict) {
  static constexpr const char* kNames[] = {"separated", "touching", "overlapping"};
  return kNames[static_cast<int>(verdict)];
}

const char* axisStateName(AxisState state) {
  static constexpr const char* kNames[] = {"tested", "degenerate", "duplicate", "pruned"};
  return kNames[static_cast<int>(state)];
}

const char* pruneReasonName(PruneReason reason) {
  static constexpr const char* kNames[] = {"none", "b_beside_a", "a_beside_b", "opposite"};
  return kNames[static_cast<int>(reason)];
}

namespace {

std::optional<std::string> checkAxis(const SatReport& report, std::size_t index) {
  const SatAxis& axis = report.axes[index];
  const std::string name = axisName(axis.id);
  if (axis.state == AxisState::kDegenerate) {
    if (axis.direction != Vec3{0.0}) return name + ": a degenerate axis has a direction";
    return std::nullopt;
  }
  if (std::abs(length(axis.direction) - 1) > 1e-14) return name + ": direction is not unit";
  if (!(axis.a.min <= axis.a.max) || !(axis.b.min <= axis.b.max)) return name + ": an interval is reversed or not a number";
  if (axis.separation != axis.b.min - axis.a.max) return name + ": separation is not b.min − a.max";
  if (axis.separation < axis.a.min - axis.b.max) return name + ": the other sense has the larger separation";
  if ((axis.state == AxisState::kPruned) != (axis.pruned != PruneReason::kNone)) return name + ": pruned without a reason, or not";
  if (axis.state == AxisState::kDuplicate) {
    if (axis.duplicate_of < 0 || axis.duplicate_of >= static_cast<int>(index)) return name + ": duplicate of no earlier axis";
    if (std::abs(axis.separation - report.axes[axis.duplicate_of].separation) > 4 * report.tolerances.tie) {
      return name + ": separation differs from the axis it duplicates";
    }
  }
  return std::nullopt;
}

std::optional<std::string> checkRanking(const SatReport& report) {
  const auto is_tested = [](const SatAxis& axis) { return axis.state == AxisState::kTested; };
  double largest = -std::numeric_limits<double>::infinity();
  for (const SatAxis& axis : report.axes) {
    if (is_tested(axis)) largest = std::max(largest, axis.separation);
  }
  const auto first = std::find_if(report.axes.begin(), report.axes.end(), [&](const SatAxis& axis) {
    return is_tested(axis) && axis.separation >= largest - report.tolerances.tie;
  });
  if (first == report.axes.end()) return "no axis was tested";
  if (first - report.axes.begin() != report.deciding) return "deciding axis should be " + axisName(first->id);
  const auto separating = std::find_if(report.axes.begin(), report.axes.end(), [&](const SatAxis& axis) {
    return is_tested(axis) && axis.separation > report.tolerances.touching;
  });
  if ((separating == report.axes.end() ? -1 : static_cast<int>(separating - report.axes.begin())) != report.first_separating) {
    return "first separating axis is wrong";
  }
  double next = -std::numeric_limits<double>::infinity();
  for (int i = 0; i < static_cast<int>(report.axes.size()); ++i) {
    if (i != report.deciding && is_tested(report.axes[i])) next = std::max(next, report.axes[i].separation);
  }
  if (std::isfinite(next) != (report.runner_up >= 0)) return "runner-up is missing or none exists";
  if (report.runner_up >= 0) {
    if (report.axes[report.runner_up].separation != next) return "runner-up has not the next separation";
    if (report.runner_up_margin != first->separation - next) return "runner-up's margin is wrong";
    if (report.tie != (report.runner_up_margin <= report.tolerances.tie)) return "tie flag is wrong";
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> check(const SatReport& report) {
  for (std::size_t i = 0; i < report.axes.size(); ++i) {
    if (auto problem = checkAxis(report, i)) return problem;
  }
  if (auto problem = checkRanking(report)) return problem;
  const SatAxis& deciding = report.axes[report.deciding];
  const double s = deciding.separation, touching = report.tolerances.touching;
  const Verdict verdict = s > touching ? Verdict::kSeparated : s < -touching ? Verdict::kOverlapping : Verdict::kTouching;
  if (verdict != report.verdict) return fmt::format("verdict should be {}", verdictName(verdict));
  const Vec3 mtv = verdict == Verdict::kOverlapping ? deciding.direction * -s : Vec3{0.0};
  if (mtv != report.mtv) return "mtv is not the deciding axis' way out";
  return std::nullopt;
}

}  // namespace sepax
