#include "lab/recording/scene_at.h"

#include <utility>

namespace sepax {

void poseBody(Body& body, const RecordedPose& pose, Space space) {
  body.position = pose.position;
  body.rotation = rotationOf(pose, space);
}

void RecordedScene::apply(const RecordedFrame& frame) {
  for (const std::uint32_t number : frame.removed) is_there_[number] = 0;
  for (const Body& body : frame.added) {
    scene_.bodies.push_back(body);
    is_there_.push_back(1);
  }
  for (const RecordedPose& pose : frame.poses) poseBody(scene_.bodies[pose.body], pose, scene_.space);
}

Document RecordedScene::document() const {
  Document out = scene_;
  out.bodies.clear();
  for (std::size_t i = 0; i < scene_.bodies.size(); ++i) {
    if (is_there_[i] != 0) out.bodies.push_back(scene_.bodies[i]);
  }
  return out;
}

}  // namespace sepax
