#pragma once

#include "document/document.h"
#include "lab/jury/juror.h"
#include "lab/jury/jury.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace sepax {

struct RecordingHead {
  Document scene;  ///< the bodies where the recording begins, its space, name, notes, source and touching tolerance
  std::string engine;
  std::string precision = "double";  ///< of what the engine says: "float" or "double"
  double tolerance = 0;  ///< metres by which the engine's claims may be off, besides its precision, as it says itself
  double allowed = 0;    ///< besides, by the person who checks them, whatever the sizes; no part of the file
  std::optional<Vec3> gravity;  ///< m/s²
};

/// Where a body is from a frame on.
struct RecordedPose {
  std::uint32_t body = 0;
  Vec3 position{0.0};                ///< metres
  std::array<double, 4> rotation{};  ///< quaternion x, y, z, w, unit but for its rounding; in 2D the angle, radians
};
[[nodiscard]] Rotation rotationOf(const RecordedPose& pose, Space space);

/// How a body's centre of mass moves, m/s, and how the body rotates, rad/s about the world's axes; in 2D about z.
struct RecordedVelocity {
  std::uint32_t body = 0;
  Vec3 linear{0.0}, angular{0.0};
};

/// The engine's own answer for a pair, where the frame has one.
struct Claim {
  std::uint32_t a = 0, b = 0;
  JurorAnswer answer;
};

/// A line. First bodies leave, then they come, then they move; the claims are about what is there then.
struct RecordedFrame {
  std::size_t line = 0;
  double time = 0;  ///< seconds, never before the frame above
  std::vector<std::uint32_t> removed;
  std::vector<Body> added;
  std::vector<RecordedPose> poses;
  std::vector<RecordedVelocity> velocities;
  std::vector<Claim> claims;
  std::size_t unchecked = 0;    ///< claims that name what is not there, or say nothing that can be compared
  std::string first_unchecked;  ///< why the first of them is none
  std::string mark;
};

/// A line, or a part of one, that could not be used.
struct RecordingProblem {
  std::size_t line = 0;
  std::string text;
};

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

/// A claim beside the reference.
struct CheckedClaim {
  Claim claim;
  Verdict verdict = Verdict::kSeparated;  ///< the reference's, and its
  double separation = 0, distance = 0;    ///< metres
  Vec3 normal{1, 0, 0};
  double tolerance = 0;                     ///< by which it was compared, metres
  std::vector<JuryDifference> differences;  ///< ties included

  [[nodiscard]] bool differs() const { return anyWrong(differences); }
  /// By how much it differs most, metres; 0 where it does not.
  [[nodiscard]] double worst() const { return worstOf(differences); }
};

/// Compares a claim with what the reference says of the two bodies where they are. The tolerance is the larger of the
/// recording's own and of what its precision loses at the pair's size and place.
[[nodiscard]] CheckedClaim checkClaim(const Claim& claim, const PosedShape& a, const PosedShape& b,
                                      const RecordingHead& head);
[[nodiscard]] CheckedClaim checkClaim(const Claim& claim, const RecordedScene& scene, const RecordingHead& head);

}  // namespace sepax
