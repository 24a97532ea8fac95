#pragma once

#include "geom/types.h"

#include <cmath>

namespace sepax {

enum class CurvedKind { kCylinder, kCone };

/// A posed cylinder or cone as it is, metres. Either length may be zero: discs, segments, points.
struct CurvedCore {
  CurvedKind kind = CurvedKind::kCylinder;
  Vec3 centre{0.0};
  Mat3 rotation{1.0};  ///< column 1 is its axis, towards the top cap or the apex
  double half_length = 0, radius = 0;

  [[nodiscard]] const Vec3& axis() const { return rotation[1]; }
  [[nodiscard]] Vec3 bottom() const { return centre - half_length * axis(); }
  [[nodiscard]] Vec3 top() const { return centre + half_length * axis(); }
  /// Sine of the angle by which the lateral surface's outward normals rise above the plane across the axis: 0 of cylinders.
  [[nodiscard]] double lateralSine() const {
    const double steep = std::hypot(2 * half_length, radius);
    return kind == CurvedKind::kCylinder ? 0 : steep > 0 ? radius / steep : 1;
  }
  /// Its cosine: of flat cones the root of 1 − sine² would be rounding.
  [[nodiscard]] double lateralCosine() const {
    const double steep = std::hypot(2 * half_length, radius);
    return kind == CurvedKind::kCylinder ? 1 : steep > 0 ? 2 * half_length / steep : 0;
  }
};

}  // namespace sepax
