#pragma once

#include "lab/recording/claims.h"
#include "lab/recording/frame.h"
#include "lab/recording/run_measures.h"

#include <atomic>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

// A recording watched as it goes by: claims that differ, bodies that went through others between two frames, how far
// they got.

namespace sepax {

/// A body that was on one side of another at a frame and on the other side at the next: no frame shows them overlap.
struct Passage {
  std::size_t frame = 0;  ///< the later one
  std::string body, through;
  double speed = 0;  ///< m/s, of one relative to the other; 0 where the frames have one time
  [[nodiscard]] std::string text() const;
};

/// A claim that differs, and where.
struct DifferingClaim {
  std::size_t frame = 0, line = 0;
  double time = 0;
  PairIds pair;
  CheckedClaim claim;
  /// "frame 12 (0.2 s), A and B: …"
  [[nodiscard]] std::string text() const;
};

class RunWatch {
 public:
  /// Passages cost much where many bodies are fast.
  enum class Passages { kFind, kIgnore };
  explicit RunWatch(RecordingHead head, Passages passages = Passages::kFind)
      : head_(std::move(head)), scene_(head_), meter_(head_), wants_passages_(passages == Passages::kFind) {}

  /// The next frame: applied to the scene, its claims checked until `stop` is set. Seen are the claims, and passages
  /// since the frame before; the depth is measured from the first frame with a claim on.
  struct Seen {
    std::vector<CheckedClaim> claims;
    std::vector<Passage> passages;
    RunMeasures measures = kNoRunMeasures;
  };
  Seen add(const RecordedFrame& frame, const std::atomic<bool>* stop = nullptr);
  /// A claim of the frame that was added last.
  [[nodiscard]] DifferingClaim differing(const CheckedClaim& claim, const RecordedFrame& frame) const;

  [[nodiscard]] const RecordedScene& scene() const { return scene_; }
  [[nodiscard]] std::size_t frames() const { return frames_; }
  [[nodiscard]] std::size_t claims() const { return claims_; }
  [[nodiscard]] std::size_t differing() const { return differing_; }
  [[nodiscard]] std::size_t differingFrames() const { return differing_frames_; }
  [[nodiscard]] const std::optional<DifferingClaim>& first() const { return first_; }
  [[nodiscard]] const std::optional<DifferingClaim>& worst() const { return worst_; }
  [[nodiscard]] const std::vector<Passage>& passages() const { return passages_; }
  /// The deepest overlap that the reference has where the engine claims anything, metres from 0 up.
  [[nodiscard]] double deepest() const { return deepest_; }
  /// The least and the greatest height (y) that a body which moved was at, metres.
  [[nodiscard]] std::pair<double, double> heights() const { return {lowest_, highest_}; }

 private:
  [[nodiscard]] std::vector<Passage> passagesIn(const RecordedFrame& frame);
  /// A body that is there, where it was before this frame.
  [[nodiscard]] PosedShape before(std::uint32_t number) const;
  /// The shortest side of the bounds of a body that is not rotated, metres.
  [[nodiscard]] double sideOf(std::uint32_t number);

  RecordingHead head_;
  RecordedScene scene_;
  RunMeter meter_;
  bool wants_passages_ = true;
  std::map<std::uint32_t, std::pair<Vec3, Rotation>> before_;  ///< where the bodies were that this frame moves
  std::map<std::uint32_t, double> sides_;                      ///< of the bodies that were looked at
  std::size_t frames_ = 0, claims_ = 0, differing_ = 0, differing_frames_ = 0;
  std::optional<DifferingClaim> first_, worst_;
  std::vector<Passage> passages_;
  double deepest_ = 0, lowest_ = 0, highest_ = 0, time_ = 0;
  bool has_moved_ = false;
};

}  // namespace sepax
