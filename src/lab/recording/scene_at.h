#pragma once

#include "lab/recording/frame.h"

#include <cstdint>
#include <map>

namespace sepax {

/// The bodies as a recording has them after the frames that were applied.
class RecordedScene {
 public:
  explicit RecordedScene(const RecordingHead& head);

  void apply(const RecordedFrame& frame);

  [[nodiscard]] Space space() const { return scene_.space; }
  /// The body of a number that is there.
  [[nodiscard]] const Body& body(std::uint32_t number) const { return bodies_.at(number); }
  /// The present bodies by their numbers.
  [[nodiscard]] const std::map<std::uint32_t, Body>& bodies() const { return bodies_; }
  /// A case of what is there now.
  [[nodiscard]] Document document() const;

 private:
  Document scene_;  ///< without its bodies
  std::map<std::uint32_t, Body> bodies_;
  std::uint32_t next_number_ = 0;
};

/// A body that moves to a recorded pose.
void poseBody(Body& body, const RecordedPose& pose, Space space);

}  // namespace sepax
