#include "collide/gjk/simplex.h"

#include <limits>

namespace sepax {

namespace {

/// The other corners of the faces that have the last one, ascending.
struct Face {
  int count;
  std::array<int, 4> corners;
};
constexpr Face kFaces[] = {{0, {}},  {1, {0}},    {1, {1}},    {2, {0, 1}},
                           {1, {2}}, {2, {0, 2}}, {2, {1, 2}}, {3, {0, 1, 2}}};

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
    if (!(u > 0)) return false;
    const double v = dot(crossAccurate(o, e1), normal) / d;  // weight of p2
    w = {1 - u - v, u, v, 0};
    return v > 0 && w[0] > 0;
  }
  const Vec3 e3 = *p[3] - o;
  const Vec3 across = crossAccurate(e2, e3);
  const double d = dot(e1, across);
  if (d == 0) return false;
  const double u = -dot(o, across) / d;
  if (!(u >= 0)) return false;
  const double v = -dot(e1, crossAccurate(o, e3)) / d;
  if (!(v >= 0)) return false;
  const double t = -dot(e1, crossAccurate(e2, o)) / d;
  w = {1 - u - v - t, u, v, t};
  return t >= 0 && w[0] >= 0;
}

}  // namespace

NearestOnSimplex nearestOnSimplex(const std::array<Vec3, 4>& corners, int count, int enclosing) {
  NearestOnSimplex best;
  best.squared = std::numeric_limits<double>::infinity();
  for (int face = 0; face < 1 << (count - 1); ++face) {
    auto [n, index] = kFaces[face];
    index[n++] = count - 1;
    std::array<const Vec3*, 4> p{};
    for (int i = 0; i < n; ++i) p[i] = &corners[index[i]];
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
