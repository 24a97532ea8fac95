#include "geom/cloud.h"

#include "core/assert.h"
#include "geom/aabb.h"
#include "geom/cloud_pass.h"
#include "geom/portable_math.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>

namespace sepax {

namespace {

constexpr double kTiniest = std::numeric_limits<double>::denorm_min();

/// Our rounding of axis · (point − origin) is below 2 epsilon of the products' magnitudes, another program's as well;
/// the rest covers adding them up.
constexpr double kDotSlack = 6 * kEpsilon;
/// The slack of a distance by std::hypot, ours or another program's.
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

/// The extent along an axis of some of the points, if that is more than `extent`.
double extentOfSome(std::span<const Vec3> points, const Vec3& origin, const Vec3& axis, double extent) {
  for (const Vec3& p : points) {
    const Vec3 product = (p - origin) * axis;
    const double plain = product.x + product.y + product.z;
    const double slack = kDotSlack * (std::abs(product.x) + std::abs(product.y) + std::abs(product.z)) + 4 * kTiniest;
    if (plain + slack <= extent) continue;
    extent = std::max(extent, isExact(p, origin, axis) ? plain : plain + slack);
  }
  return extent;
}

constexpr std::size_t kBlock = CloudPass::kPoints;
static_assert(sizeof(Vec3) == 3 * sizeof(double));

std::size_t blocksOf(const std::vector<Vec3>& points) { return (points.size() + kBlock - 1) / kBlock; }
std::span<const Vec3> blockOf(const std::vector<Vec3>& points, std::size_t block) {
  const std::size_t first = block * kBlock;
  return std::span(points).subspan(first, std::min(kBlock, points.size() - first));
}

/// Calls back with every point whose squared distance from `centre` is the largest but for some rounding, and perhaps a
/// few more.
template <class Visit>
void forEachFarthest(const std::vector<Vec3>& points, const Vec3& centre, Visit&& visit) {
  std::vector<double> squares(blocksOf(points));
  double largest = 0;
  for (std::size_t b = 0; b < squares.size(); ++b) {
    const std::span<const Vec3> block = blockOf(points, b);
    cloudPass().ends(&block[0].x, block.size(), &centre.x, nullptr, 0, nullptr, nullptr, &squares[b]);
    largest = std::max(largest, squares[b]);
  }
  for (std::size_t b = 0; b < squares.size(); ++b) {
    if (squares[b] < largest * (1 - 32 * kEpsilon)) continue;
    for (const Vec3& p : blockOf(points, b)) visit(p);
  }
}

}  // namespace

UnitFrame unitFrame(const std::vector<Vec3>& points) {
  SEPAX_ASSERT(!points.empty());
  const MinMaxBox bounds = boundsOf(points);
  const double size = longestSide(bounds);
  UnitFrame frame{centreOf(bounds), size > 0 ? std::ilogb(size) : 0, 0};
  constexpr int kPlain = 1000;  // up to which a power of two and its products are exact
  if (std::abs(frame.exponent) < kPlain) frame.factor = std::scalbn(1.0, -frame.exponent);
  return frame;
}

Vec3 UnitFrame::fromUnit(const Vec3& p) const {
  return origin + Vec3{std::scalbn(p.x, exponent), std::scalbn(p.y, exponent), std::scalbn(p.z, exponent)};
}

UnitCloud unitCloud(const std::vector<Vec3>& points) {
  UnitCloud cloud{unitFrame(points), {}};
  cloud.points.reserve(points.size());
  for (const Vec3& p : points) cloud.points.push_back(cloud.toUnit(p));
  return cloud;
}

double extentOf(const std::vector<Vec3>& points, const Vec3& origin, const Vec3& axis) {
  return extentOfSome(points, origin, axis, -kInfinity);
}

std::vector<AxisExtents> extentsOf(const std::vector<Vec3>& points, const Vec3& origin, std::span<const Vec3> axes) {
  return CloudExtents(points, origin, axes).from(origin);
}

CloudExtents::CloudExtents(const std::vector<Vec3>& points, const Vec3& origin, std::span<const Vec3> axes)
    : points_(points), axes_(axes.begin(), axes.end()), origin_(origin), ends_(blocksOf(points) * axes.size()) {
  const std::size_t blocks = blocksOf(points);
  std::vector<double> lows(axes.size()), highs(axes.size());
  double squared_extent = 0;
  for (std::size_t b = 0; b < blocks; ++b) {
    const std::span<const Vec3> block = blockOf(points, b);
    double square = 0;
    cloudPass().ends(&block[0].x, block.size(), &origin.x, &axes_[0].x, axes.size(), lows.data(), highs.data(),
                     &square);
    squared_extent = std::max(squared_extent, square);
    for (std::size_t a = 0; a < axes.size(); ++a) ends_[a * blocks + b] = {lows[a], highs[a]};
  }
  // Squares of less than this vanish.
  constexpr double kMinExtent = 1e-140;
  extent_ = std::max(2 * std::sqrt(squared_extent), kMinExtent);
}

std::vector<AxisExtents> CloudExtents::from(const Vec3& origin) const {
  const std::size_t blocks = blocksOf(points_);
  const double extent = extent_ + 2 * length(origin - origin_);
  std::vector<AxisExtents> out;
  for (std::size_t a = 0; a < axes_.size(); ++a) {
    const std::span of_axis(&ends_[a * blocks], blocks);
    Ends all{kInfinity, -kInfinity};
    for (const Ends& e : of_axis) all = {std::min(all.low, e.low), std::max(all.high, e.high)};
    // More than a point may be given beyond its plain product (Cauchy). Only blocks this near to the end can hold the
    // extent.
    const double slack = (origin == origin_ ? 1 : 2) * kDotSlack * extent * length(axes_[a]) + 4 * kTiniest;
    AxisExtents extents{-kInfinity, -kInfinity};
    for (std::size_t b = 0; b < blocks; ++b) {
      if (of_axis[b].high >= all.high - slack)
        extents.along = extentOfSome(blockOf(points_, b), origin, axes_[a], extents.along);
      if (of_axis[b].low <= all.low + slack)
        extents.against = extentOfSome(blockOf(points_, b), origin, -axes_[a], extents.against);
    }
    out.push_back(extents);
  }
  return out;
}

std::size_t farthestFrom(const std::vector<Vec3>& points, const Vec3& centre) {
  const Vec3* farthest = &points[0];
  double distance = length(points[0] - centre);
  forEachFarthest(points, centre, [&](const Vec3& p) {
    if (const double d = length(p - centre); d > distance) {
      distance = d;
      farthest = &p;
    }
  });
  return static_cast<std::size_t>(farthest - points.data());
}

std::vector<Vec3> pointsBeyond(const std::vector<Vec3>& points, const Vec3& centre, double distance) {
  std::vector<Vec3> out;
  std::array<std::size_t, kBlock> places;
  for (std::size_t b = 0; b < blocksOf(points); ++b) {
    const std::span<const Vec3> block = blockOf(points, b);
    const std::size_t found =
        cloudPass().beyond(&block[0].x, block.size(), &centre.x, distance * distance, places.data());
    for (std::size_t i = 0; i < found; ++i) out.push_back(block[places[i]]);
  }
  return out;
}

double radiusAround(const std::vector<Vec3>& points, const Vec3& centre) {
  double farthest = 0;
  const auto visit = [&](const Vec3& p) {
    const Vec3 d = p - centre;
    farthest = std::max(farthest, portable::hypot(d.x, d.y, d.z));
  };
  forEachFarthest(points, centre, visit);
  constexpr double kSquaresVanish = 1e-140;
  if (farthest < kSquaresVanish) std::for_each(points.begin(), points.end(), visit);
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
      // Relative to its own two diagonal entries, so that the small eigenvectors of a needle are found as well as the
      // large one.
      if (!(std::abs(a[p][q]) > 8 * kEpsilon * std::sqrt(std::abs(a[p][p])) * std::sqrt(std::abs(a[q][q])))) {
        a[p][q] = a[q][p] = 0;
        continue;
      }
      rotated = true;
      const double theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
      const double t =
          std::isfinite(theta) ? (theta < 0 ? -1.0 : 1.0) / (std::abs(theta) + portable::hypot(theta, 1.0)) : 0;
      const double c = 1 / portable::hypot(t, 1.0), s = t * c;
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
