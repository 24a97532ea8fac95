#include "collide/pair/pair.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "geom/tolerances.h"

namespace sepax {

Traced tracedOf(const PairReport& report) {
  if (!report.pieces) return Traced::kShapes;
  return report.pieces->traced_a < 0 ? Traced::kHulls : Traced::kPieces;
}

const SatAxis* axisOfAnswer(const PairReport& report) {
  const auto* const sat = std::get_if<SatReport>(&report.trace);
  if (sat == nullptr || sat->axes.empty() || sat->deciding < 0) return nullptr;
  if (const auto& pieces = report.pieces) {
    const bool is_traced = pieces->contained != Containment::kNone
                               ? tracedOf(report) == Traced::kHulls
                               : pieces->traced_a == pieces->a && pieces->traced_b == pieces->b;
    if (!is_traced || pieces->mtv_kind == MtvKind::kUnion) return nullptr;
  }
  return &decidingAxis(*sat);
}

bool hasSeparation(const PairReport& report) {
  const bool is_depth = report.answer.verdict == Verdict::kOverlapping;
  return !report.answer.endless && !(is_depth && report.separation_kind == SeparationKind::kGapAlone);
}

bool depthsContradict(const PairReport& reference, const PairReport& other, double tolerance) {
  if (!hasSeparation(reference) || !hasSeparation(other) ||
      reference.separation_kind == SeparationKind::kGapAndUpperBound)
    return false;
  const double missing = std::max(0.0, -reference.answer.separation) - std::max(0.0, -other.answer.separation);
  return !((other.separation_kind == SeparationKind::kGapAndUpperBound ? missing : std::abs(missing)) <= tolerance);
}

bool hasAxisGap(const PairReport& report) {
  return hasSeparation(report) && (report.separation_kind == SeparationKind::kAxisGap || report.answer.separation <= 0);
}

std::optional<std::string> disagreement(const PairReport& reference, const PairReport& other, double tolerance) {
  const PairAnswer &right = reference.answer, &answer = other.answer;
  const double allowed = tolerance + right.error + answer.error;
  const bool near_touching = std::abs(right.separation) <= allowed;
  if (!near_touching && (right.verdict == Verdict::kSeparated) != (answer.verdict == Verdict::kSeparated)) {
    return fmt::format("{} where the reference says {}", verdictName(answer.verdict), verdictName(right.verdict));
  }
  if (!(std::abs(answer.distance - right.distance) <= allowed)) {
    return fmt::format("distance {} where the reference says {}", answer.distance, right.distance);
  }
  const bool overlapping = right.verdict == Verdict::kOverlapping && answer.verdict == Verdict::kOverlapping;
  if (overlapping && depthsContradict(reference, other, allowed)) {
    return fmt::format("depth {} where the reference says {}", -answer.separation, -right.separation);
  }
  return std::nullopt;
}

double pairSize(const PosedShape& a, const PosedShape& b) {
  const double size = std::max(sizeOf(a.shape), sizeOf(b.shape));
  const bool has_none = size == 0 && (isUnbounded(a.shape) || isUnbounded(b.shape));
  return has_none ? length(b.pose.position - a.pose.position) : size;
}

double touchingTolerance(const PosedShape& a, const PosedShape& b, const PairSettings& settings) {
  return settings.touching_tolerance.value_or(kTouching * pairSize(a, b));
}

}  // namespace sepax
