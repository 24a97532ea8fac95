#include "collide/pair/pair_algorithm.h"

#include <algorithm>

namespace sepax {

namespace {

PairReport reportOf(const historical::Measured& measured, const PosedShape& a, const PosedShape& b,
                    const PairSettings& settings) {
  PairReport report;
  PairAnswer& answer = report.answer;
  // When no axis gave a number, such code finds nothing that separates.
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

}  // namespace

PairReport runConvex(const PairAlgorithm& algorithm, const PosedShape& a, const PosedShape& b,
                     const PairSettings& settings) {
  PairReport report =
      algorithm.run != nullptr ? algorithm.run(a, b, settings) : reportOf(algorithm.measure(a, b), a, b, settings);
  report.algorithm = algorithm.name;
  return report;
}

}  // namespace sepax
