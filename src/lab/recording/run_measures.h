#pragma once

#include "core/error.h"
#include "fast/broad_phase.h"
#include "lab/recording/claim_study.h"
#include "lab/recording/frame.h"
#include "lab/recording/free_flight.h"

#include <array>
#include <atomic>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

// The frames of a recording as numbers that make curves.
// Two recordings of the same bodies, frame by frame: where they part, and how far they come apart.
// A recording watched as it goes by: claims that differ, bodies that went through others between two frames or lie deep
// in them, how far they got.

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
  explicit RunMeter(const RecordingHead& head) : gravity_(head.gravity), space_(head.scene.space) {}

  /// The measures of a frame that was applied to the scene, but the depth.
  [[nodiscard]] RunMeasures add(const RecordedFrame& frame, const RecordedScene& scene);
  /// The velocity of a body that was recorded last; nullptr: there is none.
  [[nodiscard]] const RecordedVelocity* velocityOf(std::uint32_t body) const {
    const auto mover = movers_.find(body);
    return mover == movers_.end() || !mover->second.velocity ? nullptr : &*mover->second.velocity;
  }
  /// How each body with a mass and recorded velocities moves at that frame, where the gravity is recorded, too.
  void visitMotions(const std::function<void(std::uint32_t, const BodyMotion&)>& visit) const {
    for (const auto& [number, mover] : movers_) {
      if (mover.motion) visit(number, *mover.motion);
    }
  }

 private:
  struct Mover {
    double mass = 0;                           ///< kg; 0: none is recorded
    Vec3 centre{0.0};                          ///< of mass, body space
    Mat3 inertia{0.0};                         ///< about it, body space, kg m²
    std::optional<Vec3> middle;                ///< axis of its middle moment, body space; none where two are alike
    std::optional<BodyMotion> motion;          ///< at the last frame
    std::optional<RecordedVelocity> velocity;  ///< the last that was recorded
    std::optional<Pose> pose;                  ///< where no velocity is: of the last frame
  };
  /// How a body with a mass moves, and where its centre of mass is, world space.
  struct State {
    Vec3 velocity{0.0}, angular{0.0}, centre{0.0};
  };
  [[nodiscard]] Mover moverOf(const Body& body) const;
  /// The state of a body that is there now, `seconds` after the last frame; nullopt where nothing says how it moves.
  [[nodiscard]] static std::optional<State> stateOf(Mover& mover, const Body& body, double seconds);

  std::optional<Vec3> gravity_;
  Space space_;
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
  double speed = 0;  ///< m/s, of one relative to the other, or by turning; 0 where the frames have one time
  [[nodiscard]] std::string text() const;
};

/// A body that lies in another, by what the reference says.
struct DeepPair {
  std::size_t frame = 0;
  std::string body, in;
  double depth = 0;         ///< metres
  bool is_claimed = false;  ///< the engine says at this frame that they overlap
  /// "frame 44: ball lies 0.3 m deep in floor, and no claim tells of it"
  [[nodiscard]] std::string text() const;
};

/// A body that goes into another and does not come back, while claims tell of it.
struct Sinking {
  std::size_t from = 0, frame = 0;  ///< of the first claim, and by which it is sure
  std::string body, through;
  double metres = 0;  ///< by which it moved into the other
  /// "frame 20 to 33: ball sinks through floor, by 0.9 m, though claims tell of it"
  [[nodiscard]] std::string text() const;
};

/// A body that goes through another, or lies in it, and the frame that shows it.
struct Crossing {
  std::size_t frame = 0;
  PairIds pair;
  std::string text;  ///< that of a passage, a deep pair or a sinking one, in the language of then
};

/// The course of the energy in the frames that have one, J.
struct RunEnergy {
  double first = kNotMeasured, least = kNotMeasured;
  double gain = 0;            ///< the most above the least before,
  std::size_t gained_at = 0;  ///< and its frame
  double free_loss = 0;       ///< the most below the first, while nothing is claimed
  void add(std::size_t frame, double energy, bool is_claimed);
};

/// A body that moves farther than its velocities at both frames tell, and its size.
struct Jump {
  std::size_t frame = 0;  ///< the later one
  std::string body;
  double metres = 0, told = 0;
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
      : head_(std::move(head)), scene_(head_), meter_(head_), wants_passages_(passages == Passages::kFind) {
    flights_.start(length(head_.gravity.value_or(Vec3{0.0})));
  }

  /// The next frame: applied to the scene, its claims checked until `stop` is set. Seen are the claims, passages since
  /// the frame before, and the pairs that this frame is the first to show deep in each other; the depth is measured
  /// from the first frame with a claim on.
  struct Seen {
    std::vector<CheckedClaim> claims;
    std::vector<Passage> passages;
    std::vector<DeepPair> deep;
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
  /// Pairs of which one body at least has a mass, which lie deeper in each other than a quarter of the thinner one
  /// while no claim tells of it, each with the first frame of it. One that begins so deep is meant to. Where there are
  /// claims and no body has a mass, those that move are taken to have one.
  [[nodiscard]] const std::vector<DeepPair>& deepPairs() const { return deep_pairs_; }
  /// Pairs of which one body at least has a mass, which sink into each other by more than half of the thinner one while
  /// claims tell of it: for a dozen frames, out of the other side, or still at the last frame.
  [[nodiscard]] std::vector<Sinking> sinking() const;
  /// How many bodies that are not taken to have a mass have moved: how deep they lie in each other, or in what stays,
  /// is not looked at.
  [[nodiscard]] std::size_t movedWithoutMass() const {
    return has_masses_ || claims_ == 0 ? moved_without_mass_.size() : 0;
  }
  /// The bodies with a mass that have not moved at all after a dozen frames of gravity, though nothing holds them: they
  /// touch no other body, and no claim tells of them. A sentence each.
  [[nodiscard]] std::vector<std::string> hanging() const;
  [[nodiscard]] const RunEnergy& energy() const { return energy_; }
  /// Where passages are looked for: bodies that lose energy while they touch nothing, and that turn over.
  [[nodiscard]] const FreeFlights& flights() const { return flights_; }
  /// Where passages are looked for: the first frame shows bodies with a mass that overlap by a hundredth of the thinner
  /// one, which engines push apart.
  [[nodiscard]] bool beginsOverlapping() const { return begins_overlapping_; }
  /// The first of a body with a mass and recorded velocities, where passages are looked for.
  [[nodiscard]] const std::optional<Jump>& firstJump() const { return first_jump_; }
  /// Claims that could not be compared, and the first of them with its frame.
  [[nodiscard]] std::size_t unchecked() const { return unchecked_; }
  [[nodiscard]] const std::string& firstUnchecked() const { return first_unchecked_; }
  /// Whether any frame had a pose.
  [[nodiscard]] bool hasMoved() const { return has_moved_; }
  /// The claims that differ by kinds of shapes, and why they may.
  [[nodiscard]] ClaimExplanation explanation() const { return study_.explain(head_); }
  /// The deepest overlap that the reference has of pairs with claims or, where passages are looked for, with a mass.
  [[nodiscard]] const std::optional<DeepPair>& deepest() const { return deepest_; }
  /// The least and the greatest height (y) that a body which moved was at, metres.
  [[nodiscard]] std::pair<double, double> heights() const { return {lowest_, highest_}; }

 private:
  /// How far a body came since the frame before: its place, metres; by turning, radians, its farthest point, metres
  /// at most.
  struct Move {
    double straight = 0, angle = 0, arc = 0;
  };
  [[nodiscard]] Move moveOf(std::uint32_t number) const;
  /// The places that it came from and to, and bounds of all between.
  struct Way {
    PosedShape from, to;
    MinMaxBox swept;
    double arc = 0;
  };
  [[nodiscard]] Way wayOf(std::uint32_t number) const;
  [[nodiscard]] std::vector<Passage> passagesIn(const RecordedFrame& frame);
  /// A body that is there, where it was before this frame.
  [[nodiscard]] PosedShape before(std::uint32_t number) const;
  [[nodiscard]] std::optional<ClaimStudy::Poses> posesBefore(const Claim& claim) const;
  using Numbers = std::pair<std::uint32_t, std::uint32_t>;  ///< of two bodies, the smaller one first
  /// Facts of a body that are looked up again and again.
  struct Known {
    MinMaxBox bounds;       ///< where it is now
    double side = 0;        ///< the shortest one of its bounds before it is rotated, metres
    double reach = 0;       ///< no less than the distance of any of its points from where its pose is, metres
    double thickness = 0;   ///< the same, but of a flat shape the longest one, and of a point without end
    bool has_mass = false;  ///< a body without one stays, or is moved by hand through whatever there is
    std::size_t frame = 0;  ///< at which it came or moved last
    Vec3 start{0.0};        ///< where it came
    bool is_held = false;   ///< it has left that place, or a claim told of it
    std::size_t came = 0;   ///< frame
    /// The last frame at which a claim told of it, or another body was near, or on its way since the frame before.
    std::optional<std::size_t> near = {};
  };
  /// A pair of which claims tell frame after frame that it overlaps. Normals and offsets go from the first to the
  /// second.
  struct Contact {
    std::size_t from = 0;           ///< the first frame
    Vec3 normal{0.0}, offset{0.0};  ///< at that frame
    double begin = 0;               ///< depth at the first frame; 0 of bodies that come so
    double deepest = 0;
    double sunk = 0, most = 0;  ///< metres by which the second has moved into the first, and the most of it
    std::size_t deep = 0;       ///< frames in a row in which it was too deep, this one included
    bool is_told = false;
    /// Where the second is now, beside the first.
    void moveTo(const Vec3& now) {
      sunk = begin - dot(now - offset, normal);
      most = std::max(most, sunk);
    }
    /// Whether the bodies do not come apart again, by a twentieth.
    [[nodiscard]] bool staysIn() const { return sunk >= 0.95 * most; }
  };
  void getToKnow(const RecordedFrame& frame);
  /// Whether contacts move a body: it has a mass or, where none has and the engine tells of contacts, it moves.
  [[nodiscard]] bool isPushable(std::uint32_t number) const {
    return has_masses_ ? known_.at(number).has_mass : claims_ > 0 && moved_without_mass_.contains(number);
  }
  [[nodiscard]] bool beginsDeep() const;
  void lookForJumps(const RecordedFrame& frame);
  void lookAtFlights(const RecordedFrame& frame);
  void lookForSinking(const Seen& seen, std::uint32_t first_new);
  [[nodiscard]] Sinking sinkingOf(const Numbers& both, const Contact& contact) const;
  /// A body that moves is named first.
  [[nodiscard]] std::pair<std::string, std::string> namesOf(const Numbers& both) const;
  /// Bodies from `first_new` on came with this frame.
  void lookForDeepPairs(Seen& seen, std::uint32_t first_new, const std::atomic<bool>* stop);
  void noteDepth(double depth, std::uint32_t a, std::uint32_t b, bool is_claimed);

  RecordingHead head_;
  RecordedScene scene_;
  RunMeter meter_;
  ClaimStudy study_;
  bool wants_passages_ = true;
  std::map<std::uint32_t, std::pair<Vec3, Rotation>> before_;  ///< where the bodies were that this frame moves
  std::map<std::uint32_t, Known> known_;                       ///< the bodies that are there, where passages are wanted
  std::uint32_t next_number_ = 0;                              ///< of a body that is still to come
  std::set<std::pair<Numbers, bool>> deep_;  ///< pairs that were deep in each other, with a claim and without one
  std::map<Numbers, Contact> contacts_;
  std::vector<Sinking> sinking_;
  std::set<std::uint32_t> moved_without_mass_;
  bool has_masses_ = false;  ///< some body has, or had
  RunEnergy energy_;
  FreeFlights flights_;
  bool begins_overlapping_ = false;
  std::optional<Jump> first_jump_;
  BroadPhase broad_phase_;
  std::size_t frames_ = 0, claims_ = 0, differing_ = 0, differing_frames_ = 0, unchecked_ = 0;
  std::string first_unchecked_;
  std::optional<DifferingClaim> first_, worst_;
  std::vector<Passage> passages_;
  std::vector<DeepPair> deep_pairs_;
  std::optional<DeepPair> deepest_;
  double lowest_ = 0, highest_ = 0, time_ = 0;
  bool has_moved_ = false;
};

}  // namespace sepax
