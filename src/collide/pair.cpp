#include "collide/pair.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "geom/convex.h"
#include "geom/tolerances.h"

namespace sepax {

namespace {

/// What a report says of its own error, metres: GJK and EPA know how far apart their bounds ended.
double statedError(const PairReport& report) {
  const auto* gjk = std::get_if<GjkReport>(&report.trace);
  return gjk != nullptr ? gjk->answer.error : 0;
}

}  // namespace

bool measuresDepth(const PairReport& report) {
  const auto* gjk = std::get_if<GjkReport>(&report.trace);
  return gjk != nullptr ? gjk->measures_depth : std::holds_alternative<SatReport>(report.trace);
}

double tessellationDifference(const PairReport& p, const PairReport& q) { return std::abs(p.tessellation_error - q.tessellation_error); }

std::optional<std::string> disagreement(const PairReport& reference, const PairReport& other, double tolerance) {
  const PairAnswer &right = reference.answer, &answer = other.answer;
  const double allowed = tolerance + tessellationDifference(reference, other) + statedError(reference) + statedError(other);
  const bool near_touching = std::abs(right.separation) <= allowed;
  if (!near_touching && (right.verdict == Verdict::kSeparated) != (answer.verdict == Verdict::kSeparated)) {
    return fmt::format("{} where the reference says {}", verdictName(answer.verdict), verdictName(right.verdict));
  }
  if (!(std::abs(answer.distance - right.distance) <= allowed)) {
    return fmt::format("distance {} where the reference says {}", answer.distance, right.distance);
  }
  const bool overlapping = right.verdict == Verdict::kOverlapping && answer.verdict == Verdict::kOverlapping;
  if (overlapping && measuresDepth(reference) && measuresDepth(other) && !(std::abs(answer.separation - right.separation) <= allowed)) {
    return fmt::format("depth {} where the reference says {}", -answer.separation, -right.separation);
  }
  return std::nullopt;
}

PairReport emptyReport(const PosedShape& a, const PosedShape& b) {
  PairReport report;
  report.tessellation_error = tessellationError(a.shape) + tessellationError(b.shape);
  return report;
}

double pairSize(const PosedShape& a, const PosedShape& b) { return std::max(sizeOf(a.shape), sizeOf(b.shape)); }

double touchingTolerance(const PosedShape& a, const PosedShape& b, const PairSettings& settings) {
  return settings.touching_tolerance.value_or(kTouching * pairSize(a, b));
}

}  // namespace sepax
