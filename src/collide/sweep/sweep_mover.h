#pragma once

#include "collide/sweep/sweep.h"
#include "geom/support.h"

namespace sepax {

/// What a shape can do of a motion: axis-aligned boxes never turn, planar shapes stay in their plane.
[[nodiscard]] Motion possible(const Shape& shape, Motion motion);

/// Rotation by `time` seconds of turning at `angular` rad/s.
[[nodiscard]] Mat3 turned(const Vec3& angular, double time);

/// A convex shape on its way, relative to the sweep's origin.
struct Mover {
  SupportMap core;  ///< turned as at the start, measured from the point that it turns about
  Vec3 about{0.0};  ///< that point at the start
  Vec3 linear{0.0}, angular{0.0};
  double arm = 0;            ///< farthest core point from the axis of turning, metres
  double low = 0, high = 0;  ///< the core's extent along that axis, metres

  [[nodiscard]] double spin() const { return length(angular); }
  [[nodiscard]] SupportMap at(double time) const { return core.moved(turned(angular, time), about + time * linear); }
};

/// A shape turning about its own axis of symmetry looks the same all the time: its mover does not turn.
[[nodiscard]] Mover moverOf(const PosedShape& shape, const Motion& motion, const Vec3& origin);

/// What a mover's core sweeps over in a full turn, at the start: a cylinder around the axis of turning, a circle in the plane, the core
/// itself when it does not turn.
[[nodiscard]] SupportMap envelopeOf(const Mover& mover);

}  // namespace sepax
