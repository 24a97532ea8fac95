#pragma once

#include "lab/recording/frame.h"

#include <vector>

namespace sepax {

/// The bodies as a recording has them after the frames that were applied.
class RecordedScene {
 public:
  explicit RecordedScene(const RecordingHead& head) : scene_(head.scene), is_there_(head.scene.bodies.size(), 1) {}

  void apply(const RecordedFrame& frame);

  [[nodiscard]] Space space() const { return scene_.space; }
  [[nodiscard]] const Body& body(std::uint32_t number) const { return scene_.bodies[number]; }
  [[nodiscard]] bool isThere(std::uint32_t number) const { return is_there_[number] != 0; }
  [[nodiscard]] std::size_t numbers() const { return scene_.bodies.size(); }  ///< given so far
  /// A case of what is there now.
  [[nodiscard]] Document document() const;

 private:
  Document scene_;  ///< its bodies by their numbers, those included that have left
  std::vector<std::uint8_t> is_there_;
};

/// A body that moves to a recorded pose.
void poseBody(Body& body, const RecordedPose& pose, Space space);

}  // namespace sepax
