#pragma once

#include "geom/field.h"
#include "geom/types.h"

#include <tuple>

namespace sepax {

// Everything below a plane (in 2D: a line). It has no end, so its algorithms see a window of it: a box whose top lies
// on the plane, large enough that the other shape meets nothing but the top. The window is no part of the shape: every
// comparison of a half-space with a shape chooses it anew (collide/convex/half_space_proxy.h).

/// The solid below the plane, in 2D everything below the line, through the body's origin whose outward normal is the
/// body's y axis.
template <bool kInPlane>
struct HalfSpaceIn {
  double window = 1;  ///< half the width of the window, and its depth, metres
  static constexpr const char* kType = "half_space";
  static constexpr const char* kLabel = "half-space";
  static constexpr bool kPlanar = kInPlane;
  static constexpr std::tuple<> fields() { return {}; }
  friend bool operator==(const HalfSpaceIn&, const HalfSpaceIn&) { return true; }
};
using HalfSpace = HalfSpaceIn<false>;
using HalfSpace2 = HalfSpaceIn<true>;

/// The outward normal of a half-space with this pose, unit, world.
[[nodiscard]] inline Vec3 halfSpaceNormal(const Pose& pose) { return pose.rotation[1]; }

/// The pose of a half-space whose body space is multiplied by `scale`: mirrored along its normal it holds what was
/// outside, which half a turn does too.
[[nodiscard]] inline Pose scaledHalfSpace(const Pose& pose, const Vec3& scale) {
  const Mat3 half_turn{Vec3{-1, 0, 0}, Vec3{0, -1, 0}, Vec3{0, 0, 1}};
  return scale.y < 0 ? Pose{pose.position, pose.rotation * half_turn, pose.rest} : pose;
}

/// How high a point is above the surface of a half-space with this pose, metres; negative inside.
[[nodiscard]] inline double heightAbove(const Pose& pose, const Vec3& point) {
  return dot(point - pose.position, halfSpaceNormal(pose));
}

/// The half-space with its origin moved along the surface to below `point`: exactly so where the plane lies along world
/// axes.
[[nodiscard]] inline Pose movedBelow(const Pose& pose, const Vec3& point) {
  const Vec3 offset = point - pose.position, normal = halfSpaceNormal(pose);
  return {pose.position + (offset - dot(offset, normal) * normal), pose.rotation};
}

}  // namespace sepax
