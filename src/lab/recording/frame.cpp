#include "lab/recording/frame.h"

#include "collide/convex/sat_pair.h"
#include "document/validate.h"

#include <algorithm>
#include <utility>

namespace sepax {

Rotation rotationOf(const RecordedPose& pose, Space space) {
  const auto& r = pose.rotation;
  if (space == Space::k2d) return Rotation(r[0]);
  const Quat read{r[0], r[1], r[2], r[3]};
  return Rotation(unitQuaternion(read).value_or(read));
}

void poseBody(Body& body, const RecordedPose& pose, Space space) {
  body.position = pose.position;
  body.rotation = rotationOf(pose, space);
}

RecordedScene::RecordedScene(const RecordingHead& head) : scene_(head.scene) {
  for (Body& body : scene_.bodies) bodies_.emplace_hint(bodies_.end(), next_number_++, std::move(body));
  scene_.bodies.clear();
}

void RecordedScene::apply(const RecordedFrame& frame) {
  for (const std::uint32_t number : frame.removed) bodies_.erase(number);
  for (const Body& body : frame.added) bodies_.emplace_hint(bodies_.end(), next_number_++, body);
  for (const RecordedPose& pose : frame.poses) poseBody(bodies_.at(pose.body), pose, scene_.space);
}

Document RecordedScene::document() const {
  Document out = scene_;
  for (const auto& [number, body] : bodies_) out.bodies.push_back(body);
  return out;
}

CheckedClaim checkClaim(const Claim& claim, const RecordedScene& scene, const RecordingHead& head) {
  return checkClaim(claim, posedShape(scene.body(claim.a)), posedShape(scene.body(claim.b)), head);
}

CheckedClaim checkClaim(const Claim& claim, const PosedShape& a, const PosedShape& b, const RecordingHead& head) {
  CheckedClaim out{.claim = claim,
                   .tolerance = std::max(
                       {head.allowed, boundedTolerance(head.tolerance, a, b), pairTolerance(a, b, head.precision, 0)}),
                   .differences = {}};
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
