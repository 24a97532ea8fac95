#pragma once

#include "collide/pair.h"
#include "collide/sweep_aabb.h"

#include <optional>
#include <string>
#include <vector>

namespace sepax {

/// How a shape moves: its point `about` goes straight, and it turns about that point at a constant rate.
struct Motion {
  Vec3 linear{0.0};           ///< m/s
  Vec3 angular{0.0};          ///< rad/s, about the world's axes
  std::optional<Vec3> about;  ///< world, at the start; without it the shape's own origin
};

/// One separating axis of a linear sweep: the shadows' gap at the start, and when they overlap.
struct SweepAxis {
  std::string name;  ///< as in SatReport
  Vec3 direction{0.0};
  SweptAxis times;
};

/// One step of conservative advancement: at `time` the shapes are apart by at least `gap` along `direction`, and nothing can bring them
/// together before `time` + `advance`.
struct SweepStep {
  double time = 0, gap = 0;
  Vec3 direction{0.0};
  double advance = 0;
};

/// When two moving shapes first touch, and when they part. Seconds from the start, world space, metres.
struct SweepReport {
  double duration = 0;
  bool hit = false;
  /// First contact: never later than the truth, earlier by rounding. 0 when they touch from the start; the duration on a miss.
  double time = 0;
  bool starts_in_contact = false;
  /// Linear motion: last contact, never earlier than the truth, beyond the duration too; nullopt for turning shapes, on a miss, and when
  /// they never part.
  std::optional<double> leave_time;
  bool never_leaves = false;  ///< linear motion: no relative motion ends the contact
  bool linear = true;         ///< neither shape turns: solved per axis, or by Newton steps on the convex distance
  /// The advancement ran out of steps before it could tell: `time` is then the last moment known to be free of contact. Reported as a
  /// hit, so that nothing tunnels.
  bool undecided = false;
  Vec3 normal{0.0};           ///< unit, from A to B at the first contact (at the start: of the least depth)
  Vec3 point{0.0};            ///< where they first touch
  double distance = 0;        ///< between the shapes at `time`: what rounding left; on a miss at the end of the duration
  Pose pose_a, pose_b;        ///< at `time`
  std::string deciding_axis;  ///< polytopes in linear motion: the axis of the largest enter time
  std::vector<SweepAxis> axes;
  std::vector<SweepStep> steps;
  std::optional<SweptAabbReport> boxes;  ///< linear: the same question asked of the bounding boxes
};

/// Where a moving shape stands at `time`.
[[nodiscard]] Pose poseAt(const Pose& start, const Motion& motion, double time);

/// Sweeps two shapes of one space over [0, duration]. Linear motion of polytopes: every axis of the separating-axis test gives an
/// interval of time, their intersection is exact. Linear motion with round shapes: the distance is a convex function of time, Newton steps
/// from outside end at its root and cannot pass it. Turning shapes: conservative advancement (Mirtich 1996) along the closest direction,
/// each step bounded by the features' own speed and centripetal acceleration. Meshes sweep as their hulls, cylinders and
/// cones as the prisms and pyramids around them (geom/convex.h: early by tessellationError over the closing speed).
/// Errors: a planar shape against a solid one.
[[nodiscard]] Result<SweepReport> sweep(const PlacedShape& a, const Motion& motion_a, const PlacedShape& b, const Motion& motion_b,
                                        double duration);

}  // namespace sepax
