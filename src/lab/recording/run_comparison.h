#pragma once

#include "core/error.h"
#include "lab/recording/frame.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

// Two recordings of the same bodies, frame by frame: where they part, and how far they come apart.

namespace sepax {

using RecordedBodies = std::map<std::uint32_t, Body>;

/// How far a body of one run is from that of the other.
struct Apart {
  std::string body;  ///< empty: no body is anywhere else
  double metres = 0, radians = 0;
  enum class Missing { kNowhere, kInFirst, kInSecond };
  Missing missing = Missing::kNowhere;  ///< it is there in the other one alone

  /// The larger of both numbers, without end for a body that one of them lacks: what a tolerance is compared with.
  [[nodiscard]] double most() const;
};

/// The body that is farthest from that of its name in the other run, or the first one that has none.
[[nodiscard]] Apart farthestApart(const RecordedBodies& a, const RecordedBodies& b);

class RunComparison {
 public:
  /// Errors: the recordings are of two spaces, or do not begin with the same bodies.
  [[nodiscard]] static Result<RunComparison> of(const RecordingHead& a, const RecordingHead& b);

  /// The next frame of both. Errors: it is a tenth of a step later in one than in the other, from its first on.
  [[nodiscard]] Result<void> add(double time_a, const RecordedBodies& a, double time_b, const RecordedBodies& b);

  [[nodiscard]] const std::vector<Apart>& frames() const { return frames_; }
  /// The first frame with a body that is so many metres or radians apart, and the one with the largest distance.
  [[nodiscard]] std::optional<std::size_t> parting(double tolerance) const;
  [[nodiscard]] std::optional<std::size_t> farthest() const;

 private:
  RunComparison() = default;

  std::vector<Apart> frames_;
  double start_a_ = 0, start_b_ = 0, last_a_ = 0;
};

}  // namespace sepax
