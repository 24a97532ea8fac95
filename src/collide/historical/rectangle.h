#pragma once

#include "collide/historical/row.h"

// 2D oriented boxes as the published programs hold them, in the plane z = 0 of the world.

namespace sepax::historical {

struct Rectangle {
  Vec3 centre{0.0};
  double half_width = 0, half_height = 0;
  Vec3 x{1, 0, 0}, y{0, 1, 0};  ///< (cos θ, sin θ) and (−sin θ, cos θ)
};

/// Expects a Box2.
[[nodiscard]] inline Rectangle rectangleOf(const PosedShape& posed) {
  const Vec2 half = std::get<Box2>(posed.shape).half_extents;
  return {posed.pose.position, half.x, half.y, posed.pose.rotation[0], posed.pose.rotation[1]};
}

/// r(L) = w·|L·x| + h·|L·y|.
[[nodiscard]] inline double projectionRadius(const Rectangle& r, const Vec3& axis) {
  return r.half_width * std::abs(dot(axis, r.x)) + r.half_height * std::abs(dot(axis, r.y));
}

/// The four axes of two rectangles whose centres are `t` apart: |T·L| − (rA + rB), the largest.
template <class Radius>
[[nodiscard]] Measured fourAxes(const Rectangle& a, const Rectangle& b, const Vec3& t, Radius&& radius) {
  Measured measured;
  for (const Vec3& axis : {a.x, a.y, b.x, b.y}) {
    const double centres = dot(t, axis);
    measured.take(std::abs(centres) - (radius(a, axis) + radius(b, axis)), towards(axis, centres));
  }
  return measured;
}

}  // namespace sepax::historical
