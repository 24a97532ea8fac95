#include "geom/cloud.h"

#include "core/assert.h"
#include "geom/aabb.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

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

/// Two numbers side by side.
typedef double Pair __attribute__((vector_size(16)));
constexpr std::size_t kPairSize = 2;

Pair pairAt(const double* numbers) {
  Pair pair;
  __builtin_memcpy(&pair, numbers, sizeof pair);
  return pair;
}
Pair smaller(Pair a, Pair b) { return a < b ? a : b; }
Pair larger(Pair a, Pair b) { return a > b ? a : b; }

struct Ends {
  double low = kInfinity, high = -kInfinity;
};

/// A stretch of points measured from an origin, coordinate by coordinate. The last one is repeated to fill the last step.
class PointBlock {
 public:
  static constexpr std::size_t kPoints = 256;

  PointBlock(const std::vector<Vec3>& points, std::size_t block, const Vec3& origin)
      : first_(block * kPoints), count_(std::min(kPoints, points.size() - first_)) {
    for (std::size_t i = 0; i < count_; ++i) {
      const Vec3 d = points[first_ + i] - origin;
      x_[i] = d.x;
      y_[i] = d.y;
      z_[i] = d.z;
    }
    for (double* const row : {x_, y_, z_}) std::fill_n(row + count_, kStep - 1, row[count_ - 1]);
  }
  static std::size_t countFor(const std::vector<Vec3>& points) { return (points.size() + kPoints - 1) / kPoints; }

  /// Smallest and largest of what `of(x, y, z)` makes of each point.
  template <class Function>
  [[nodiscard]] Ends endsOf(Function&& of) const {
    // Two pairs at a time: a comparison need not wait for the one before.
    Pair low{kInfinity, kInfinity}, high = -low, other_low = low, other_high = high;
    const auto pairOf = [&](std::size_t i) { return of(pairAt(x_ + i), pairAt(y_ + i), pairAt(z_ + i)); };
    for (std::size_t i = 0; i < count_; i += kStep) {
      const Pair value = pairOf(i), other = pairOf(i + kPairSize);
      low = smaller(value, low);
      high = larger(value, high);
      other_low = smaller(other, other_low);
      other_high = larger(other, other_high);
    }
    low = smaller(low, other_low);
    high = larger(high, other_high);
    return {std::min(low[0], low[1]), std::max(high[0], high[1])};
  }

 private:
  static constexpr std::size_t kStep = 2 * kPairSize;
  double x_[kPoints + kStep], y_[kPoints + kStep], z_[kPoints + kStep];
  std::size_t first_, count_;
};

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

std::span<const Vec3> blockOf(const std::vector<Vec3>& points, std::size_t block) {
  const std::size_t first = block * PointBlock::kPoints;
  return std::span(points).subspan(first, std::min(PointBlock::kPoints, points.size() - first));
}

Pair squaresOf(Pair x, Pair y, Pair z) { return x * x + y * y + z * z; }

/// Calls back with every point whose squared distance from `centre` is the largest but for some rounding, and perhaps a few more.
template <class Visit>
void forEachFarthest(const std::vector<Vec3>& points, const Vec3& centre, Visit&& visit) {
  std::vector<double> squares(PointBlock::countFor(points));
  double largest = 0;
  for (std::size_t b = 0; b < squares.size(); ++b) {
    squares[b] = PointBlock(points, b, centre).endsOf(squaresOf).high;
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
  const std::size_t blocks = PointBlock::countFor(points);
  std::vector<Ends> ends(blocks * axes.size());
  double squared_reach = 0;
  for (std::size_t b = 0; b < blocks; ++b) {
    const PointBlock block(points, b, origin);
    squared_reach = std::max(squared_reach, block.endsOf(squaresOf).high);
    for (std::size_t a = 0; a < axes.size(); ++a) {
      const Vec3& axis = axes[a];
      ends[a * blocks + b] = block.endsOf([&](Pair x, Pair y, Pair z) { return x * axis.x + y * axis.y + z * axis.z; });
    }
  }
  // Squares of less than this vanish.
  constexpr double kMinReach = 1e-140;
  const double reach = std::max(2 * std::sqrt(squared_reach), kMinReach);
  std::vector<AxisExtents> out;
  for (std::size_t a = 0; a < axes.size(); ++a) {
    const std::span of_axis(&ends[a * blocks], blocks);
    Ends all;
    for (const Ends& e : of_axis) all = {std::min(all.low, e.low), std::max(all.high, e.high)};
    // More than a point may be given beyond its plain product (Cauchy). Only blocks this near to the end can hold the extent.
    const double slack = kDotSlack * reach * length(axes[a]) + 4 * kTiniest;
    AxisExtents extents{-kInfinity, -kInfinity};
    for (std::size_t b = 0; b < blocks; ++b) {
      if (of_axis[b].high >= all.high - slack) extents.along = extentOfSome(blockOf(points, b), origin, axes[a], extents.along);
      if (of_axis[b].low <= all.low + slack) extents.against = extentOfSome(blockOf(points, b), origin, -axes[a], extents.against);
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

double radiusAround(const std::vector<Vec3>& points, const Vec3& centre) {
  double farthest = 0;
  const auto visit = [&](const Vec3& p) {
    const Vec3 d = p - centre;
    farthest = std::max(farthest, std::hypot(d.x, d.y, d.z));
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
