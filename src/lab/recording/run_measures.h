#pragma once

#include "core/error.h"
#include "lab/recording/claim_study.h"
#include "lab/recording/frame.h"

#include <array>
#include <atomic>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

// The frames of a recording as numbers that make curves.
// Two recordings of the same bodies, frame by frame: where they part, and how far they come apart.
// A recording watched as it goes by: claims that differ, bodies that went through others between two frames, how far
// they got.

namespace sepax {

enum class RunMeasure : std::uint8_t {
  kDepth,     ///< the deepest overlap that the reference has of pairs with claims, metres from 0 up
  kEnergy,    ///< kinetic and potential, J, the latter 0 at the world's origin
  kMomentum,  ///< linear, its length, kg m/s
  kHeight,    ///< the y of the highest body that has moved, metres
  kSpin,      ///< the fastest angular speed, rad/s
};
struct RunMeasureName {
  const char* key;  ///< in JSON
  const char* name;
  const char* unit;
  const char* tip;
};
inline constexpr std::size_t kRunMeasureCount = 5;
extern const std::array<RunMeasureName, kRunMeasureCount> kRunMeasureNames;

/// The measures of a frame by their places in the enumeration; not a number: the recording does not say.
using RunMeasures = std::array<double, kRunMeasureCount>;
inline constexpr double kNotMeasured = std::numeric_limits<double>::quiet_NaN();
inline constexpr RunMeasures kNoRunMeasures{kNotMeasured, kNotMeasured, kNotMeasured, kNotMeasured, kNotMeasured};

/// The course of a measure over the frames that have it.
struct RunMeasureRange {
  double first = kNotMeasured, last = kNotMeasured, min = kNotMeasured, max = kNotMeasured;
  void add(double value);
};

using RunMeasureRanges = std::array<RunMeasureRange, kRunMeasureCount>;  ///< by their places in the enumeration
void addMeasures(RunMeasureRanges& ranges, const RunMeasures& measures);
/// The measures that a recording has, by their names: {"energy": {"unit", "first", "last", "min", "max"}}.
[[nodiscard]] Json measuresJson(const RunMeasureRanges& ranges);
/// Name and text of each.
[[nodiscard]] std::vector<std::pair<const char*, std::string>> measureRows(const RunMeasureRanges& ranges);

/// Measures a recording frame by frame. Energy needs the masses of the bodies that move and the gravity, momentum the
/// former; bodies that are moved by hand (velocities, no mass) count for neither. A body without recorded velocities
/// has the mean one since the frame before, and halfway between both frames its height, so that free fall keeps its
/// energy.
class RunMeter {
 public:
  explicit RunMeter(const RecordingHead& head) : gravity_(head.gravity) {}

  /// The measures of a frame that was applied to the scene, but the depth.
  [[nodiscard]] RunMeasures add(const RecordedFrame& frame, const RecordedScene& scene);

 private:
  struct Mover {
    double mass = 0;                           ///< kg; 0: none is recorded
    Vec3 centre{0.0};                          ///< of mass, body space
    Mat3 inertia{0.0};                         ///< about it, body space, kg m²
    std::optional<RecordedVelocity> velocity;  ///< the last that was recorded
    std::optional<Pose> pose;                  ///< where no velocity is: of the last frame
  };
  /// How a body with a mass moves, and where its centre of mass is, world space.
  struct State {
    Vec3 velocity{0.0}, angular{0.0}, centre{0.0};
  };
  [[nodiscard]] static Mover moverOf(const Body& body);
  /// The state of a body that is there now, `seconds` after the last frame; nullopt where nothing says how it moves.
  [[nodiscard]] static std::optional<State> stateOf(Mover& mover, const Body& body, double seconds);

  std::optional<Vec3> gravity_;
  std::map<std::uint32_t, Mover> movers_;  ///< the bodies that are there and have moved
  std::optional<double> time_;             ///< of the last frame, seconds
};

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
  /// The claims that differ by kinds of shapes, and why they may.
  [[nodiscard]] ClaimExplanation explanation() const { return study_.explain(head_); }
  /// The deepest overlap that the reference has where the engine claims anything, metres from 0 up.
  [[nodiscard]] double deepest() const { return deepest_; }
  /// The least and the greatest height (y) that a body which moved was at, metres.
  [[nodiscard]] std::pair<double, double> heights() const { return {lowest_, highest_}; }

 private:
  [[nodiscard]] std::vector<Passage> passagesIn(const RecordedFrame& frame);
  /// A body that is there, where it was before this frame.
  [[nodiscard]] PosedShape before(std::uint32_t number) const;
  [[nodiscard]] std::optional<ClaimStudy::Poses> posesBefore(const Claim& claim) const;
  /// The shortest side of the bounds of a body that is not rotated, metres.
  [[nodiscard]] double sideOf(std::uint32_t number);

  RecordingHead head_;
  RecordedScene scene_;
  RunMeter meter_;
  ClaimStudy study_;
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
