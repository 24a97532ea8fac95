#include "lab/recording/claims.h"

#include "collide/convex/sat_pair.h"

#include <algorithm>

namespace sepax {

CheckedClaim checkClaim(const Claim& claim, const RecordedScene& scene, const RecordingHead& head) {
  return checkClaim(claim, posedShape(scene.body(claim.a)), posedShape(scene.body(claim.b)), head);
}

CheckedClaim checkClaim(const Claim& claim, const PosedShape& a, const PosedShape& b, const RecordingHead& head) {
  CheckedClaim out{
      .claim = claim, .tolerance = std::max(head.tolerance, pairTolerance(a, b, head.precision, 0)), .differences = {}};
  const auto report = testPair(a, b, {head.scene.touching_tolerance}, referenceAlgorithm().name);
  if (!report) return out;  // the reference answers every pair of valid bodies of one space
  const PairAnswer& reference = report->answer;
  out.verdict = reference.verdict;
  out.separation = reference.separation;
  out.distance = reference.distance;
  out.normal = reference.normal;
  JuryRow row;
  row.answer = claim.answer;
  row.tolerance = out.tolerance;
  row.is_float = head.precision == "float";
  compare(row, reference, a, b, {head.scene.touching_tolerance});
  out.differences = std::move(row.differences);
  return out;
}

}  // namespace sepax
