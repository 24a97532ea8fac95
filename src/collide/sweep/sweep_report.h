#pragma once

#include "collide/convex/sweep_straight.h"
#include "collide/pair/pair.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sepax {

/// How a shape moves: its point `about` goes straight, and it rotates about that point at a constant rate.
struct Motion {
  Vec3 linear{0.0};           ///< m/s
  Vec3 angular{0.0};          ///< rad/s, about the world's axes
  std::optional<Vec3> about;  ///< world, at the start; without it the shape's own origin
};

/// One step of conservative advancement: at `time` the shapes are apart by at least `gap` along `direction`, and
/// nothing can bring them together before `time` + `advance`.
struct SweepStep {
  double time = 0, gap = 0;
  Vec3 direction{0.0};
  double advance = 0;
  bool of_envelopes = false;  ///< the gap of what the shapes sweep over in a full rotation; these come first
};

/// Contact without an end between two times, seconds from the start.
struct ContactSpan {
  double enter = 0;            ///< never late
  std::optional<double> exit;  ///< never early; nullopt: not within the duration
};

/// Time of impact and exit time of two moving shapes. Seconds from the start, world space, metres.
struct SweepReport {
  double duration = 0;
  bool hit = false;
  /// First contact: never later than the truth; earlier by what is left of the gap, `distance`. 0 when they touch from
  /// the start; the duration on a miss.
  double time = 0;
  bool starts_in_contact = false;
  /// When contact ends, never earlier than the truth. Linear motion: last contact, beyond the duration too; nullopt on
  /// a miss and when it never ends. Rotating shapes: the first end of the contact that begins at `time`, but for
  /// `unseen`; nullopt too when it does not end within the duration.
  std::optional<double> exit_time;
  bool never_exits = false;  ///< linear motion: no relative motion ends the contact
  bool exit_undecided =
      false;  ///< contact of rotating shapes ends within the duration, but when exactly took too many steps
  /// All contact within the duration, one after another; the first begins at `time`. Empty on a miss.
  std::vector<ContactSpan> contacts;
  bool contacts_complete = true;  ///< false: there may be more contact behind the last
  double unseen = 0;   ///< openings shorter than this, seconds, may have been missed in them; 0: contact is proved
  bool linear = true;  ///< neither shape rotates, or only about its own axis of symmetry
  /// The advancement ran out of steps before it was certain: `time` is then the last moment known to be free of
  /// contact. Reported as a hit, so that nothing tunnels. Straight motion: the gap at `time` is more than rounding
  /// explains.
  bool undecided = false;
  Vec3 normal{0.0};     ///< unit, from A to B at the first contact (at the start: of the least depth)
  Vec3 point{0.0};      ///< where they first touch
  double distance = 0;  ///< between the shapes at `time`: what rounding left; on a miss at the end of the duration
  Pose pose_a, pose_b;  ///< at `time`
  int deciding =
      -1;  ///< linear motion of polytopes, cylinders and cones: which of `axes` has the latest time of impact; −1 none
  std::string first_features;  ///< round and flat shapes in linear motion: what meets first, "A edge 3 · B vertex 0",
                               ///< "A side · B apex"
  /// Linear motion; contact lies within every axis' times. For polytopes it is where all of them overlap; with
  /// cylinders and cones they are the closest directions of Newton's method, "enter 1" and on from the left, "leave 1"
  /// and on from the right.
  std::vector<SweepAxis> axes;
  std::vector<SweepStep> steps;  ///< rotating shapes
  /// Concave shapes: the pieces of A and B that touch first. In linear motion the exit time is then the last contact of
  /// any pieces; before it the shapes may be apart for a while.
  std::optional<std::pair<int, int>> pieces;
  std::optional<SweptAabbReport> boxes;  ///< linear: the same query of the bounding boxes
};

/// The rotation after `time` seconds at `angular` rad/s.
[[nodiscard]] Mat3 rotationAfter(const Vec3& angular, double time);

/// The pose of a moving shape at `time`, seconds from the start.
[[nodiscard]] Pose poseAt(const Pose& start, const Motion& motion, double time);
/// The shape at `time`, seconds from the start.
[[nodiscard]] inline PosedShape movedTo(const PosedShape& shape, const Motion& motion, double time) {
  return {shape.shape, poseAt(shape.pose, motion, time)};
}

}  // namespace sepax
