#include "collide/historical/historical.h"

#include "collide/historical/row.h"
#include "geom/tolerances.h"

namespace sepax {

std::vector<PairAlgorithm> historicalAlgorithms() {
  std::vector<PairAlgorithm> all;
  for (const auto rows :
       {projectionRadiusRows, gameShapeRows, fifteenAxisRows, cornerIntervalRows, alignedBoxRows, engineRows, contactRows}) {
    for (const PairAlgorithm& row : rows()) all.push_back(row);
  }
  return all;
}

namespace historical {

PairReport reportOf(const char* name, const PosedShape& a, const PosedShape& b, const PairSettings& settings, const Measured& measured) {
  const double touching = settings.touching_tolerance.value_or(kTouching * pairSize(a, b));
  PairReport report = emptyReport(a, b, name);
  PairAnswer& answer = report.answer;
  // Not one axis gave a number: such code finds nothing that separates.
  answer.separation = std::isfinite(measured.separation) ? measured.separation : -std::numeric_limits<double>::max();
  answer.normal = measured.normal;
  answer.verdict = measured.verdict.value_or(answer.separation > touching    ? Verdict::kSeparated
                                             : answer.separation < -touching ? Verdict::kOverlapping
                                                                             : Verdict::kTouching);
  if (answer.verdict == Verdict::kSeparated) answer.distance = std::max(0.0, answer.separation);
  const bool has_depth = answer.separation > -std::numeric_limits<double>::max();
  if (answer.verdict == Verdict::kOverlapping && has_depth) answer.mtv = answer.normal * std::max(0.0, -answer.separation);
  answer.closest_a = a.pose.position;
  answer.closest_b = b.pose.position;
  return report;
}

}  // namespace historical

}  // namespace sepax
