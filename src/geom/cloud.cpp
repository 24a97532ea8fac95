#include "geom/cloud.h"

#include "core/assert.h"
#include "geom/aabb.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sepax {

namespace {

constexpr double kTiniest = std::numeric_limits<double>::denorm_min();

/// Our rounding of axis · (point − origin) is below 2 epsilon of the products' magnitudes, another program's as well; the rest covers
/// adding them up.
constexpr double kDotSlack = 6 * kEpsilon;
/// The same for a distance by std::hypot, ours or another program's.
constexpr double kDistanceSlack = 8 * kEpsilon;

bool sumIsExact(double a, double b) {
  const double sum = a + b, b_part = sum - a;
  return (a - (sum - b_part)) + (b - b_part) == 0;
}

/// True when axis · (point − origin) needs no rounding at all.
bool isExact(const Vec3& point, const Vec3& origin, const Vec3& axis) {
  double sum = 0;
  for (int c = 0; c < 3; ++c) {
    if (axis[c] == 0) continue;
    if (!sumIsExact(point[c], -origin[c])) return false;
    const double d = point[c] - origin[c], product = d * axis[c];
    if (std::fma(d, axis[c], -product) != 0 || !sumIsExact(sum, product)) return false;
    if (product == 0 && d != 0) return false;
    sum += product;
  }
  return true;
}

}  // namespace

UnitCloud unitCloud(const std::vector<Vec3>& points) {
  SEPAX_ASSERT(!points.empty());
  const MinMaxBox bounds = boundsOf(points);
  const Vec3 sizes = sizesOf(bounds);
  const double size = std::max({sizes.x, sizes.y, sizes.z});
  UnitCloud cloud{{}, centreOf(bounds), size > 0 ? std::ilogb(size) : 0};
  cloud.points.reserve(points.size());
  for (const Vec3& p : points) {
    const Vec3 d = p - cloud.origin;
    cloud.points.emplace_back(std::scalbn(d.x, -cloud.exponent), std::scalbn(d.y, -cloud.exponent), std::scalbn(d.z, -cloud.exponent));
  }
  return cloud;
}

Vec3 fromUnit(const UnitCloud& cloud, const Vec3& p) {
  return cloud.origin + Vec3{std::scalbn(p.x, cloud.exponent), std::scalbn(p.y, cloud.exponent), std::scalbn(p.z, cloud.exponent)};
}

double extentOf(const std::vector<Vec3>& points, const Vec3& origin, const Vec3& axis) {
  double extent = -std::numeric_limits<double>::infinity();
  for (const Vec3& p : points) {
    const Vec3 product = (p - origin) * axis;
    const double plain = product.x + product.y + product.z;
    const double slack = kDotSlack * (std::abs(product.x) + std::abs(product.y) + std::abs(product.z)) + 4 * kTiniest;
    if (plain + slack <= extent) continue;
    extent = std::max(extent, isExact(p, origin, axis) ? plain : plain + slack);
  }
  return extent;
}

double radiusAround(const std::vector<Vec3>& points, const Vec3& centre) {
  double farthest = 0;
  for (const Vec3& p : points) {
    const Vec3 d = p - centre;
    farthest = std::max(farthest, std::hypot(d.x, d.y, d.z));
  }
  // A centre that coincides with every point is exact; any other distance was rounded.
  return farthest > 0 ? farthest * (1 + kDistanceSlack) + 4 * kTiniest : 0;
}

SymmetricEigen symmetricEigen(const Mat3& matrix) {
  Mat3 a = matrix, vectors{1.0};
  constexpr int kMaxSweeps = 40;  // quadratic convergence: about six are needed
  constexpr int kPairs[3][2] = {{0, 1}, {0, 2}, {1, 2}};
  bool rotated = true;
  for (int sweep = 0; rotated && sweep < kMaxSweeps; ++sweep) {
    rotated = false;
    for (const auto& [p, q] : kPairs) {
      // Relative to its own two diagonal entries, so that the small eigenvectors of a needle are found as well as the large one.
      if (!(std::abs(a[p][q]) > 8 * kEpsilon * std::sqrt(std::abs(a[p][p])) * std::sqrt(std::abs(a[q][q])))) {
        a[p][q] = a[q][p] = 0;
        continue;
      }
      rotated = true;
      const double theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
      const double t = std::isfinite(theta) ? (theta < 0 ? -1.0 : 1.0) / (std::abs(theta) + std::hypot(theta, 1.0)) : 0;
      const double c = 1 / std::hypot(t, 1.0), s = t * c;
      const int r = 3 - p - q;
      const double apq = a[p][q], arp = a[r][p], arq = a[r][q];
      a[p][p] -= t * apq;
      a[q][q] += t * apq;
      a[p][q] = a[q][p] = 0;
      a[r][p] = a[p][r] = c * arp - s * arq;
      a[r][q] = a[q][r] = s * arp + c * arq;
      const Vec3 vp = vectors[p], vq = vectors[q];
      vectors[p] = c * vp - s * vq;
      vectors[q] = s * vp + c * vq;
    }
  }
  int order[3] = {0, 1, 2};
  std::stable_sort(order, order + 3, [&](int i, int j) { return a[i][i] > a[j][j]; });
  return {{a[order[0]][order[0]], a[order[1]][order[1]], a[order[2]][order[2]]},
          frameFrom(normalizedOr(vectors[order[0]], {1, 0, 0}), vectors[order[1]])};
}

Mat3 frameFrom(const Vec3& first, const Vec3& second) {
  const Vec3 third = normalizedOr(crossAccurate(first, second), anyPerpendicular(first));
  return Mat3{first, normalizedOr(crossAccurate(third, first), third), third};
}

}  // namespace sepax
