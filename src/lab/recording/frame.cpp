#include "lab/recording/frame.h"

#include <utility>

namespace sepax {

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

}  // namespace sepax
