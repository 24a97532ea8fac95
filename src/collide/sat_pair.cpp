#include "collide/sat_pair.h"

#include <algorithm>

#include "collide/contacts/contacts.h"
#include "collide/gjk/closest_points.h"
#include "collide/sat/sat.h"
#include "geom/tolerances.h"

namespace sepax {

void answerClosest(const PairFrame& frame, PairAnswer& answer) {
  const ClosestPoints closest = closestPoints(frame.a.core, frame.b.core);
  answer.distance = std::max(0.0, closest.distance - frame.a.radius - frame.b.radius);
  answer.closest_a = frame.origin + closest.a + closest.direction * frame.a.radius;
  answer.closest_b = frame.origin + closest.b - closest.direction * frame.b.radius;
}

PairReport runSat(const PosedShape& a, const PosedShape& b, const PairSettings& settings) {
  const PairFrame frame = pairFrame(a, b, settings);
  PairReport report = emptyReport(a, b);
  SatReport sat = satReport(frame.a, frame.b, frame.origin, frame.size, frame.touching, PrunedPairs::kListed);
  const SatAxis& deciding = decidingAxis(sat);
  PairAnswer& answer = report.answer;
  answer.verdict = sat.verdict;
  answer.separation = deciding.separation;
  answer.normal = deciding.direction;
  answer.mtv = sat.mtv;
  if (deciding.separation > 0) {
    answerClosest(frame, answer);
    answer.distance = std::max(answer.distance, answer.separation);  // GJK does not see a gap of rounding size
  }
  if (sat.verdict != Verdict::kSeparated) {
    report.manifold = contactManifold(frame.a, frame.b, sat);
    answer.contacts = report.manifold->contacts;
    if (deciding.separation <= 0) {
      deepestPoints(*report.manifold, answer.normal, sat.tolerances.support, answer.closest_a, answer.closest_b);
    }
  }
  report.trace = std::move(sat);
  return report;
}

SatAxis measureDirection(const PosedShape& a, const PosedShape& b, const Vec3& direction_in_world) {
  const PairFrame frame = pairFrame(a, b);
  return measuredAxis(frame.a, frame.b, normalizedOr(direction_in_world, {1, 0, 0}), kSupport * frame.size);
}

}  // namespace sepax
