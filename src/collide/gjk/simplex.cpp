#include "collide/gjk/simplex.h"

#include <limits>

namespace sepax {

namespace {

/// Solves the 1..3 unknown Gram system of the subset by Cramer's rule; weights of the affine hull's nearest point, or
/// nothing when the subset is degenerate or the point lies outside it.
bool weightsOf(const std::array<const Vec3*, 4>& p, int n, std::array<double, 4>& w) {
  const Vec3& o = *p[0];
  if (n == 1) {
    w = {1, 0, 0, 0};
    return true;
  }
  const Vec3 e1 = *p[1] - o;
  if (n == 2) {
    const double d = dot(e1, e1);
    if (!(d > 0)) return false;
    const double t = -dot(o, e1) / d;
    w = {1 - t, t, 0, 0};
    return t > 0 && t < 1;
  }
  const Vec3 e2 = *p[2] - o;
  if (n == 3) {
    const Vec3 normal = crossAccurate(e1, e2);
    const double d = dot(normal, normal);
    if (!(d > 0)) return false;
    // Areas of the sub-triangles seen along the normal.
    const double u = dot(crossAccurate(e2, o), normal) / d;  // weight of p1
    const double v = dot(crossAccurate(o, e1), normal) / d;  // weight of p2
    w = {1 - u - v, u, v, 0};
    return u > 0 && v > 0 && w[0] > 0;
  }
  const Vec3 e3 = *p[3] - o;
  const double d = dot(e1, crossAccurate(e2, e3));
  if (d == 0) return false;
  const double u = -dot(o, crossAccurate(e2, e3)) / d, v = -dot(e1, crossAccurate(o, e3)) / d,
               t = -dot(e1, crossAccurate(e2, o)) / d;
  w = {1 - u - v - t, u, v, t};
  return u >= 0 && v >= 0 && t >= 0 && w[0] >= 0;
}

}  // namespace

NearestOnSimplex nearestOnSimplex(const std::array<Vec3, 4>& corners, int count, int enclosing) {
  NearestOnSimplex best;
  best.squared = std::numeric_limits<double>::infinity();
  for (int mask = 1 << (count - 1); mask < 1 << count; ++mask) {
    std::array<const Vec3*, 4> p{};
    std::array<int, 4> index{};
    int n = 0;
    for (int i = 0; i < count; ++i) {
      if ((mask >> i & 1) == 0) continue;
      index[n] = i;
      p[n++] = &corners[i];
    }
    std::array<double, 4> w{};
    if (!weightsOf(p, n, w)) continue;
    Vec3 v{0.0};
    if (n < enclosing) {
      for (int i = 0; i < n; ++i) v += w[i] * *p[i];
    }
    if (const double squared = dot(v, v); squared < best.squared) {
      best = {v, squared, {}, 0};
      for (int i = 0; i < n; ++i) {
        best.weights[index[i]] = w[i];
        best.count += w[i] > 0 ? 1 : 0;
      }
    }
  }
  return best;
}

}  // namespace sepax
