#pragma once

#include "geom/types.h"

#include <vector>

namespace sepax {

/// Points moved and scaled (by a power of two) to size one around zero, so that fits neither overflow, underflow nor lose digits far
/// from the origin. point = origin + 2^exponent · unit point.
struct UnitCloud {
  std::vector<Vec3> points;
  Vec3 origin{0.0};
  int exponent = 0;
};
/// Expects at least one point, all finite.
[[nodiscard]] UnitCloud unitCloud(const std::vector<Vec3>& points);
[[nodiscard]] Vec3 fromUnit(const UnitCloud& cloud, const Vec3& unit_point);

/// Extent of the points along the unit `axis`, measured from `origin`; rounded up so that exact arithmetic, and doubles in
/// any order of summing, find no point beyond. Not rounded where the sums are exact.
[[nodiscard]] double extentOf(const std::vector<Vec3>& points, const Vec3& origin, const Vec3& axis);

/// Distance from `centre` to the farthest point, rounded up in the same sense.
[[nodiscard]] double radiusAround(const std::vector<Vec3>& points, const Vec3& centre);

/// Eigenvalues, largest first, and unit eigenvectors (columns, right-handed) of a symmetric matrix.
struct SymmetricEigen {
  Vec3 values{0.0};
  Mat3 vectors{1.0};
};
/// Cyclic Jacobi rotations. Off-diagonal rounding noise is left alone, so equal eigenvalues keep the coordinate axes.
[[nodiscard]] SymmetricEigen symmetricEigen(const Mat3& matrix);

/// A right-handed orthonormal frame whose first axis is along `first` (unit) and whose second is as near to `second` as can be.
[[nodiscard]] Mat3 frameFrom(const Vec3& first, const Vec3& second);

}  // namespace sepax
