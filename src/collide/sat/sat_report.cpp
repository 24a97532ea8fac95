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

Verdict verdictOf(double separation, double touching) {
  return separation > touching    ? Verdict::kSeparated
         : separation < -touching ? Verdict::kOverlapping
                                  : Verdict::kTouching;
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
  if (!(axis.a.min <= axis.a.max) || !(axis.b.min <= axis.b.max))
    return name + ": an interval is reversed or not a number";
  if (axis.separation != axis.b.min - axis.a.max) return name + ": separation is not b.min − a.max";
  if (axis.separation < axis.a.min - axis.b.max) return name + ": the other sense has the larger separation";
  if ((axis.state == AxisState::kPruned) != (axis.pruned != PruneReason::kNone))
    return name + ": pruned without a reason, or not";
  if (axis.state == AxisState::kDuplicate) {
    if (axis.duplicate_of < 0 || axis.duplicate_of >= static_cast<int>(index))
      return name + ": duplicate of no earlier axis";
    if (std::abs(axis.separation - report.axes[axis.duplicate_of].separation) > 4 * report.tolerances.tie) {
      return name + ": separation differs from the axis it duplicates";
    }
  }
  return std::nullopt;
}

std::optional<std::string> checkRanking(const SatReport& report) {
  const AxisRanking right = rankAxes(report.axes, report.tolerances);
  if (right.deciding < 0) return "no axis was tested";
  if (right.deciding != report.deciding)
    return "deciding axis should be " + axisName(report.axes[static_cast<std::size_t>(right.deciding)].id);
  if (right.first_separating != report.first_separating) return "first separating axis is wrong";
  if ((right.runner_up >= 0) != (report.runner_up >= 0)) return "runner-up is missing or none exists";
  if (right.runner_up != report.runner_up) return "runner-up has not the next separation";
  if (right.runner_up_margin != report.runner_up_margin) return "runner-up's margin is wrong";
  if (right.tie != report.tie) return "tie flag is wrong";
  return std::nullopt;
}

}  // namespace

namespace {

/// Directions between curved features that tie: this near to each other they are of neighbouring features, such as a
/// side and its rim, and only the best of them has its farthest points opposite each other.
constexpr double kNeighbouringAxes = 1e-5;

bool isCurved(AxisKind kind) { return kind == AxisKind::kLateral || kind == AxisKind::kRim; }

/// The axis that separates most among those near to one between curved features; the first among equals.
int bestNeighbour(const Kept<SatAxis>& axes, int first) {
  if (!isCurved(axes[static_cast<std::size_t>(first)].id.kind)) return first;
  const Vec3 direction = axes[static_cast<std::size_t>(first)].direction;
  int best = first;
  for (int i = first + 1; i < static_cast<int>(axes.size()); ++i) {
    const SatAxis& axis = axes[static_cast<std::size_t>(i)];
    if (axis.state != AxisState::kTested || !isCurved(axis.id.kind) ||
        length(axis.direction - direction) > kNeighbouringAxes)
      continue;
    if (axis.separation > axes[static_cast<std::size_t>(best)].separation) best = i;
  }
  return best;
}

}  // namespace

AxisRanking rankAxes(const Kept<SatAxis>& axes, const SatTolerances& tolerances) {
  double largest = -std::numeric_limits<double>::infinity();
  for (const SatAxis& axis : axes) {
    if (axis.state == AxisState::kTested) largest = std::max(largest, axis.separation);
  }
  AxisRanking out;
  for (int i = 0; i < static_cast<int>(axes.size()) && out.deciding < 0; ++i) {
    const SatAxis& axis = axes[static_cast<std::size_t>(i)];
    if (axis.state == AxisState::kTested && axis.separation >= largest - tolerances.tie)
      out.deciding = bestNeighbour(axes, i);
  }
  double next = -std::numeric_limits<double>::infinity();
  for (int i = 0; i < static_cast<int>(axes.size()); ++i) {
    const SatAxis& axis = axes[static_cast<std::size_t>(i)];
    if (axis.state != AxisState::kTested) continue;
    if (out.first_separating < 0 && axis.separation > tolerances.touching) out.first_separating = i;
    if (i != out.deciding && axis.separation > next) {
      next = axis.separation;
      out.runner_up = i;
    }
  }
  if (out.runner_up >= 0) {
    out.runner_up_margin = axes[static_cast<std::size_t>(out.deciding)].separation - next;
    out.tie = out.runner_up_margin <= tolerances.tie;
  }
  return out;
}

std::optional<std::string> check(const SatReport& report) {
  for (std::size_t i = 0; i < report.axes.size(); ++i) {
    if (auto problem = checkAxis(report, i)) return problem;
  }
  if (auto problem = checkRanking(report)) return problem;
  const SatAxis& deciding = decidingAxis(report);
  const Verdict verdict = verdictOf(deciding.separation, report.tolerances.touching);
  if (verdict != report.verdict) return fmt::format("verdict should be {}", verdictName(verdict));
  const Vec3 mtv = verdict == Verdict::kOverlapping ? deciding.direction * -deciding.separation : Vec3{0.0};
  if (mtv != report.mtv) return "mtv is not along the deciding axis by its depth";
  return std::nullopt;
}

}  // namespace sepax
