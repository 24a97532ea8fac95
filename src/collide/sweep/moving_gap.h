#pragma once

#include "collide/sweep/sweep_mover.h"

#include <array>

namespace sepax {

/// A mover at a time. Its core is asked for points where it is, without a copy.
struct MoverAt {
  const Mover& mover;
  const SatKernel& kernel;
  double spin;  ///< rad/s
  Mat3 turn;    ///< since the start
  Vec3 pivot;   ///< from the sweep's origin

  MoverAt(const Mover& of, double time)
      : mover(of),
        kernel(satKernel()),
        spin(of.spin()),
        turn(spin > 0 ? rotationAfter(of.angular, time) : Mat3{1.0}),
        pivot(of.about + time * of.linear) {}

  /// Where a point or direction of now was at the start, and where one of the start is now.
  [[nodiscard]] Vec3 atStart(const Vec3& v) const {
    return spin > 0 ? Vec3{dot(turn[0], v), dot(turn[1], v), dot(turn[2], v)} : v;
  }
  [[nodiscard]] Vec3 turned(const Vec3& v) const { return spin > 0 ? turn * v : v; }
  /// From the pivot to the core's point farthest along a direction of any length but zero: as at the start.
  [[nodiscard]] Vec3 farthest(const Vec3& direction) const { return mover.farthest(atStart(direction), kernel); }
};

/// A look's result at two cores, kept for the next look a moment later.
struct GapMemory {
  Vec3 direction{0.0};  ///< unit, from A to B: the one that separates most; zero before the first look
  int corners = 0;      ///< of the simplex nearest to the origin, 1 to 3 while apart
  std::array<Vec3, 4> a{Vec3{0.0}, Vec3{0.0}, Vec3{0.0}, Vec3{0.0}}, b = a;  ///< their points, as farthest() gives them
};

/// The gap of two cores, metres. Both bounds are true.
struct MovingGap {
  double lower = -kInfinity;  ///< along the memory's direction
  double upper = kInfinity;
};

/// How close the bounds need be, metres.
struct WantedGap {
  double radii = 0;     ///< around the cores, both together
  double near = 0;      ///< of the shapes: below this they touch
  double rounding = 0;  ///< of the bounds
};

/// GJK from the corners that the last look ended with, which are few steps from those of now. Only for polytopes: it
/// ends when the shapes touch, when the bounds are within a fiftieth of the shapes' gap or within rounding, or when it
/// can do no better: the cores overlap, or rounding keeps the bounds apart.
[[nodiscard]] MovingGap movingGap(const MoverAt& a, const MoverAt& b, const WantedGap& wanted, GapMemory& memory);

}  // namespace sepax
