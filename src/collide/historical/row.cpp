#include "collide/historical/row.h"

#include <algorithm>

namespace sepax::historical {

PairReport reportOf(const Measured& measured, const PosedShape& a, const PosedShape& b, const PairSettings& settings) {
  PairReport report;
  PairAnswer& answer = report.answer;
  // Not one axis gave a number: such code finds nothing that separates.
  answer.separation = std::isfinite(measured.separation) ? measured.separation : -std::numeric_limits<double>::max();
  answer.normal = measured.normal;
  answer.verdict = measured.verdict.value_or(verdictOf(answer.separation, touchingTolerance(a, b, settings)));
  if (answer.verdict == Verdict::kSeparated) answer.distance = std::max(0.0, answer.separation);
  const bool has_depth = answer.separation > -std::numeric_limits<double>::max();
  if (answer.verdict == Verdict::kOverlapping && has_depth)
    answer.mtv = answer.normal * std::max(0.0, -answer.separation);
  answer.closest_a = a.pose.position;
  answer.closest_b = b.pose.position;
  return report;
}

PairAlgorithm row(const char* name, Measured (*measure)(const PosedShape& a, const PosedShape& b), Handles handles,
                  const char* summary, Concave concave) {
  return {.name = name,
          .summary = summary,
          .tolerance = kClaimed,
          .handles = handles,
          .concave = concave,
          .historical = true,
          .measure = measure};
}

PairAlgorithm spoilingRow(const char* name,
                          PairReport (*run)(const PosedShape& a, const PosedShape& b, const PairSettings& settings),
                          Handles handles, const char* summary) {
  return {.name = name, .summary = summary, .tolerance = kClaimed, .run = run, .handles = handles, .historical = true};
}

}  // namespace sepax::historical
