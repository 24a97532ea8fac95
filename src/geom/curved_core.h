#pragma once

#include "geom/portable_math.h"
#include "geom/types.h"

#include <cmath>

namespace sepax {

enum class CurvedKind {
  kCylinder,
  kCone,
  kDrop,       ///< the hull of a ball around the bottom and of the top, a point: a tapered capsule without its smaller
               ///< radius
  kEllipsoid,  ///< or an ellipse, whose half axis across the plane is zero
};

/// A posed cylinder, cone, sphere cone or ellipsoid, not tessellated, metres. A cylinder or cone may have a zero radius
/// or length: discs, segments, points. The apex of a sphere cone lies outside of its ball, and in the plane its axis is
/// in the plane too. An ellipsoid has at most one half axis of zero, which makes it an elliptic disc; it has no length
/// and no radius.
struct CurvedCore {
  CurvedKind kind = CurvedKind::kCylinder;
  Vec3 centre{0.0};
  Mat3 rotation{1.0};  ///< column 1 is its axis, towards the top cap, the apex or the sphere cone's point; of a planar
                       ///< sphere cone column 0 in the plane
  double half_length = 0, radius = 0;
  bool points_back = false;  ///< a sphere cone whose point is the start of the tapered capsule
  Vec3 half_axes{0.0};       ///< of an ellipsoid, along the columns of the rotation

  [[nodiscard]] const Vec3& axis() const { return rotation[1]; }
  [[nodiscard]] Vec3 bottom() const { return centre - half_length * axis(); }
  [[nodiscard]] Vec3 top() const { return centre + half_length * axis(); }
  /// Sine of the angle by which the lateral surface's outward normals rise above the plane across the axis: 0 of
  /// cylinders.
  [[nodiscard]] double lateralSine() const {
    if (kind == CurvedKind::kCylinder) return 0;
    if (kind == CurvedKind::kDrop) return radius / (2 * half_length);
    const double steep = portable::hypot(2 * half_length, radius);
    return steep > 0 ? radius / steep : 1;
  }
  /// Its cosine: of flat cones the root of 1 − sine² would be rounding.
  [[nodiscard]] double lateralCosine() const {
    if (kind == CurvedKind::kCylinder) return 1;
    if (kind == CurvedKind::kDrop)
      return std::sqrt((2 * half_length - radius) * (2 * half_length + radius)) / (2 * half_length);
    const double steep = portable::hypot(2 * half_length, radius);
    return steep > 0 ? 2 * half_length / steep : 0;
  }
  /// How much higher along a unit direction the top's end is than the bottom's: of a cylinder the cap, of a cone the
  /// apex over the rim's highest point, of a sphere cone its point over its ball's. `up` and `across` are the
  /// direction's components along the axis and across it.
  [[nodiscard]] double lean(double up, double across) const {
    const double rise = 2 * half_length * up;
    return kind == CurvedKind::kCylinder ? rise : kind == CurvedKind::kCone ? rise - radius * across : rise - radius;
  }
  /// For an ellipsoid: its half axes' components along a direction; their length is the extent along a unit one.
  [[nodiscard]] Vec3 halfAlong(const Vec3& direction) const {
    return {half_axes.x * dot(rotation[0], direction), half_axes.y * dot(rotation[1], direction),
            half_axes.z * dot(rotation[2], direction)};
  }
  [[nodiscard]] double longestHalfAxis() const { return std::fmax(half_axes.x, std::fmax(half_axes.y, half_axes.z)); }
  /// Column across an elliptic disc; −1 of others.
  [[nodiscard]] int acrossDisc() const {
    return half_axes.x == 0 ? 0 : half_axes.y == 0 ? 1 : half_axes.z == 0 ? 2 : -1;
  }
};

}  // namespace sepax
