#include "geom/ellipsoid.h"

#include "geom/portable_math.h"

#include <array>
#include <cmath>
#include <limits>

namespace sepax {

namespace {

/// The point (x ≥ 0) of an ellipsoid with half axes e, descending, nearest to y ≥ 0; as many of the three count as
/// `dimensions` says.
void nearestSorted(int dimensions, const std::array<double, 3>& e, const std::array<double, 3>& y,
                   std::array<double, 3>& x) {
  int last = dimensions - 1;
  // Axes of zero leave a disc or segment: the nearest point lies in it.
  while (last > 0 && e[last] == 0) x[last--] = 0;
  if (last == 0) {
    // Only the ends are the surface where other axes count too, but a segment is all of itself.
    x[0] = dimensions == 1 ? e[0] : std::min(y[0], e[0]);
    return;
  }
  const bool flat = last + 1 < dimensions;
  double inside = 0;
  for (int i = 0; i <= last; ++i) inside += (y[i] / e[i]) * (y[i] / e[i]);
  if (flat && inside <= 1) {
    for (int i = 0; i <= last; ++i) x[i] = y[i];
    return;
  }
  if (y[last] > 0) {
    // Σ (rᵢ zᵢ / (t + rᵢ − 1))² = 1 with rᵢ = (eᵢ / e_last)², zᵢ = yᵢ / eᵢ: falling between these ends.
    std::array<double, 3> r{}, z{}, above{};
    double far = 0;
    for (int i = 0; i <= last; ++i) {
      r[i] = (e[i] / e[last]) * (e[i] / e[last]);
      above[i] = ((e[i] - e[last]) / e[last]) * ((e[i] + e[last]) / e[last]);
      z[i] = y[i] / e[i];
      far = portable::hypot(far, r[i] * z[i]);
    }
    constexpr int kMaxHalvings = 2200;  // from the largest double to the last digit of the smallest
    double low = z[last], high = inside <= 1 ? 1 : std::min(far, std::numeric_limits<double>::max()), t = low;
    for (int halving = 0; halving < kMaxHalvings; ++halving) {
      t = low + (high - low) / 2;
      if (t == low || t == high) break;
      double sum = -1;
      for (int i = 0; i <= last; ++i) sum += (r[i] * z[i] / (t + above[i])) * (r[i] * z[i] / (t + above[i]));
      if (sum == 0) break;
      (sum > 0 ? low : high) = t;
    }
    for (int i = 0; i <= last; ++i) x[i] = y[i] * (r[i] / (t + above[i]));
    return;
  }
  // In the plane across the shortest axis: near the centre the surface beside the plane is nearer than its rim.
  double left = 1;
  for (int i = 0; i < last; ++i) {
    const double gap = (e[i] - e[last]) * (e[i] + e[last]) / e[i];
    x[i] = y[i] < gap ? y[i] / gap : 1;
    left -= x[i] * x[i];
  }
  if (left > 0) {
    for (int i = 0; i < last; ++i) x[i] *= e[i];
    x[last] = e[last] * std::sqrt(left);
    return;
  }
  nearestSorted(last, e, y, x);
  x[last] = 0;
}

NearestOnEllipsoid nearestSurfaceOf(int dimensions, const Vec3& half, const Vec3& point) {
  std::array<int, 3> order{0, 1, 2};
  std::sort(order.begin(), order.begin() + dimensions, [&](int i, int j) { return half[i] > half[j]; });
  // Scaled to about one, since squares of tiny lengths vanish.
  const double unit = half[order[0]];
  NearestOnEllipsoid out;
  if (!(unit > 0)) {
    out.normal = normalizedOr(point, {1, 0, 0});
    out.distance = portable::hypot(point.x, point.y, point.z);
    return out;
  }
  std::array<double, 3> e{}, y{}, x{};
  constexpr double kNone =
      1e-70;  // a half axis of less, of the longest, is zero to any rounding, and its square would vanish
  for (int i = 0; i < dimensions; ++i) {
    e[i] = half[order[i]] / unit;
    if (e[i] < kNone) e[i] = 0;
    y[i] = std::abs(point[order[i]]) / unit;
  }
  nearestSorted(dimensions, e, y, x);
  double inside = 0;
  bool flat = false;
  for (int i = 0; i < dimensions; ++i) {
    const int c = order[i];
    out.point[c] = x[i] == y[i] ? point[c] : std::copysign(x[i] * unit, point[c]);  // a point of a disc is itself
    flat = flat || e[i] == 0;
    if (e[i] > 0) inside += (y[i] / e[i]) * (y[i] / e[i]);
  }
  const Vec3 off = point - out.point;
  if (flat) {
    Vec3 across{0.0};
    across[order[dimensions - 1]] = 1;
    out.normal = normalizedOr(off, across);
    out.distance = portable::hypot(off.x, off.y, off.z);
    return out;
  }
  const double shortest = e[dimensions - 1];
  Vec3 normal{0.0};  // the gradient, times the shortest axis squared
  for (int i = 0; i < dimensions; ++i)
    normal[order[i]] = std::copysign(x[i] * (shortest / e[i]) * (shortest / e[i]), point[order[i]]);
  out.normal = normalizedOr(normal, normalizedOr(off, {1, 0, 0}));
  out.distance = portable::hypot(off.x, off.y, off.z);
  if (inside < 1) out.distance = -out.distance;
  return out;
}

}  // namespace

NearestOnEllipsoid nearestOn(const Ellipsoid& ellipsoid, const Vec3& point) {
  return nearestSurfaceOf(3, ellipsoid.half_axes, point);
}

NearestOnEllipsoid nearestOn(const Ellipse& ellipse, const Vec3& point) {
  return nearestSurfaceOf(2, halfAxesOf(ellipse), {point.x, point.y, 0});
}

}  // namespace sepax
