#pragma once

#include "geom/types.h"

#include <cmath>
#include <span>
#include <vector>

namespace sepax {

/// Where a cloud of points is moved and scaled (by a power of two) to size one around zero, so that fits neither
/// overflow, underflow nor lose digits far from the origin. point = origin + 2^exponent · unit point.
struct UnitFrame {
  Vec3 origin{0.0};
  int exponent = 0;
  double factor = 1;  ///< 2^−exponent where that is exact, else 0

  [[nodiscard]] Vec3 toUnit(const Vec3& point) const {
    const Vec3 d = point - origin;
    return factor > 0 ? d * factor
                      : Vec3{std::scalbn(d.x, -exponent), std::scalbn(d.y, -exponent), std::scalbn(d.z, -exponent)};
  }
  [[nodiscard]] Vec3 fromUnit(const Vec3& unit_point) const;
};
/// Expects at least one point, all finite.
[[nodiscard]] UnitFrame unitFrame(const std::vector<Vec3>& points);

/// The points in such a frame.
struct UnitCloud : UnitFrame {
  std::vector<Vec3> points;
};
[[nodiscard]] UnitCloud unitCloud(const std::vector<Vec3>& points);

/// Extent of the points along the unit `axis`, measured from `origin`; rounded up so that exact arithmetic, and doubles
/// in any order of summing, find no point beyond. Not rounded where the sums are exact.
[[nodiscard]] double extentOf(const std::vector<Vec3>& points, const Vec3& origin, const Vec3& axis);

/// Extents of a cloud along several axes and against them, in one pass over the points.
struct AxisExtents {
  double along = 0, against = 0;
};
[[nodiscard]] std::vector<AxisExtents> extentsOf(const std::vector<Vec3>& points, const Vec3& origin,
                                                 std::span<const Vec3> axes);

/// Extents along the same axes from one origin and then from others near it: the points are gone through once.
class CloudExtents {
 public:
  CloudExtents(const std::vector<Vec3>& points, const Vec3& origin, std::span<const Vec3> axes);
  /// As extentsOf from `origin`.
  [[nodiscard]] std::vector<AxisExtents> from(const Vec3& origin) const;

 private:
  struct Ends {
    double low = 0, high = 0;
  };
  const std::vector<Vec3>& points_;
  std::vector<Vec3> axes_;
  Vec3 origin_{0.0};
  double extent_ = 0;       ///< distance of the farthest point from the origin, at most
  std::vector<Ends> ends_;  ///< of the points' blocks along the first axis, then along the next
};

/// Index of the first point that is farthest from `centre`. Expects at least one, and distances whose squares are
/// numbers.
[[nodiscard]] std::size_t farthestFrom(const std::vector<Vec3>& points, const Vec3& centre);

/// The points farther than `distance` from `centre`, in their order: none that is left out is farther by more than some
/// rounding of the distance. Squares of the distances must be numbers.
[[nodiscard]] std::vector<Vec3> pointsBeyond(const std::vector<Vec3>& points, const Vec3& centre, double distance);

/// Distance from `centre` to the farthest point, rounded up in the same sense.
[[nodiscard]] double radiusAround(const std::vector<Vec3>& points, const Vec3& centre);

/// Eigenvalues, largest first, and unit eigenvectors (columns, right-handed) of a symmetric matrix.
struct SymmetricEigen {
  Vec3 values{0.0};
  Mat3 vectors{1.0};
};
/// Cyclic Jacobi rotations. Off-diagonal rounding noise is left alone, so equal eigenvalues keep the coordinate axes.
[[nodiscard]] SymmetricEigen symmetricEigen(const Mat3& matrix);

/// A right-handed orthonormal frame whose first axis is along `first` (unit) and whose second is as near to `second` as
/// can be.
[[nodiscard]] Mat3 frameFrom(const Vec3& first, const Vec3& second);

}  // namespace sepax
