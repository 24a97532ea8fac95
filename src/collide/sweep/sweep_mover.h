#pragma once

#include "collide/convex/padded_vectors.h"
#include "collide/sweep/sweep_report.h"
#include "geom/support.h"

namespace sepax {

/// The part of a motion that a shape can make: axis-aligned boxes never rotate, planar shapes stay in their plane.
[[nodiscard]] Motion possible(const Shape& shape, Motion motion);

/// A moving convex shape, relative to the sweep's origin.
struct Mover {
  SupportMap core;  ///< rotated as at the start, measured from the point that it rotates about
  Vec3 about{0.0};  ///< that point at the start
  Vec3 linear{0.0}, angular{0.0};
  Pose body;                 ///< of the shape at the start, seen from that point
  double arm = 0;            ///< farthest core point from the axis of rotation, metres
  double low = 0, high = 0;  ///< the core's extent along that axis, metres
  PaddedVectors corners{};   ///< of a polytope, the last one repeated

  [[nodiscard]] double spin() const { return length(angular); }
  /// The core's point farthest along a direction, as at the start; the first of several corners.
  [[nodiscard]] Vec3 farthest(const Vec3& direction, const SatKernel& kernel) const {
    if (corners.padded() == 0) return core(direction).point;
    return corners.at(kernel.farthest(corners.rows(), corners.padded(), &direction.x));
  }
  [[nodiscard]] SupportMap at(double time) const {
    return core.moved(rotationAfter(angular, time), about + time * linear);
  }
};

/// A shape that rotates about its own axis of symmetry looks the same all the time: its mover does not rotate.
[[nodiscard]] Mover moverOf(const PosedShape& shape, const Motion& motion, const Vec3& origin);

/// The mover from `time` on, forwards or backwards in time.
enum class TimeSense { kForwards, kBackwards };
[[nodiscard]] Mover seenFrom(const Mover& mover, double time, TimeSense sense);

/// The volume that a mover's core sweeps over in a full rotation, at the start: a cylinder around the axis of rotation,
/// a circle in the plane, the core itself when it does not rotate.
[[nodiscard]] SupportMap envelopeOf(const Mover& mover);

}  // namespace sepax
