#include "collide/gjk/core_gap.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "collide/gjk/simplex.h"
#include "geom/tolerances.h"

namespace sepax {

namespace {

constexpr int kMaxSearches = 64;
constexpr double kCornerRounding = 64 * std::numeric_limits<double>::epsilon();  ///< of a mean of corners, of the reach
constexpr double kSquareTrusted = 1e-6;                                          ///< radians
constexpr double kFarthestBack = 0.1, kNearestBack = 1e-9;                       // of the reach

/// A point of B ⊖ A: seen from the origin its nearest point is the gap from A to B.
struct Corner {
  Vec3 point, a, b;
};

/// The direction of the nearest point, square to the simplex's edges. A mean of far corners is known to the rounding of their coordinates;
/// of a near point that is a large angle, and along an edge it would cost its length times that.
Vec3 directionOf(const Vec3& nearest, const std::array<Corner, 4>& simplex, int count, double rounding) {
  const Vec3 rough = normalizedOr(nearest, {1, 0, 0});
  Vec3 square = rough;
  if (count == 2) {
    const Vec3 edge = normalizedOr(simplex[1].point - simplex[0].point, Vec3{0.0});
    for (int again = 0; again < 2; ++again) square = normalizedOr(square - dot(square, edge) * edge, rough);
  } else if (count == 3) {
    const Vec3 normal = crossAccurate(simplex[1].point - simplex[0].point, simplex[2].point - simplex[0].point);
    square = normalizedOr(dot(normal, rough) < 0 ? -normal : normal, rough);
  }
  // Thin triangles have no better normal.
  return length(square - rough) <= kSquareTrusted + rounding / length(nearest) ? square : rough;
}

struct Search {
  const SupportMap &a, &b;
  Vec3 shift{0.0};  ///< of B
  double extent = 0;

  Corner support(const Vec3& direction) {
    const Vec3 on_a = a(direction).point, on_b = b(-direction).point + shift;
    const Corner corner{on_b - on_a, on_a, on_b};
    extent = std::max(extent, length(corner.point));
    return corner;
  }

  CoreGap run(const Vec3& guess) {
    CoreGap out;
    std::array<Corner, 4> simplex{support(guess)};
    int count = 1;
    out.direction = guess;
    out.lower = dot(guess, simplex[0].point);
    out.upper = length(simplex[0].point);
    out.a = simplex[0].a;
    out.b = simplex[0].b;
    const int enclosing = a.planar() && b.planar() ? 3 : 4;
    // A power of two: squares and cubes of all coordinates neither overflow nor vanish.
    const double scale = extent > 0 ? std::ldexp(1.0, -std::clamp(std::ilogb(extent), -1000, 1000)) : 1;
    Vec3 nearest = simplex[0].point;
    for (int i = 0; i < kMaxSearches && out.upper > kClosestGap * extent; ++i) {
      const Vec3 direction = directionOf(nearest, simplex, count, kCornerRounding * extent);
      const Corner next = support(direction);
      if (const double gap = dot(direction, next.point); gap > out.lower) {
        out.lower = gap;
        out.direction = direction;
      }
      if (out.upper - out.lower <= kClosestGap * extent) break;
      if (std::any_of(simplex.begin(), simplex.begin() + count, [&](const Corner& c) { return c.point == next.point; })) break;
      simplex[count++] = next;
      std::array<Vec3, 4> corners{Vec3{0.0}, Vec3{0.0}, Vec3{0.0}, Vec3{0.0}};
      for (int k = 0; k < count; ++k) corners[k] = simplex[k].point * scale;
      const NearestOnSimplex found = nearestOnSimplex(corners, count, enclosing);
      const double upper = std::sqrt(found.squared) / scale;
      if (found.count < enclosing && !(upper < out.upper)) break;  // rounding: the last one was better
      Vec3 on_a{0.0}, on_b{0.0};
      int kept = 0;
      for (int k = 0; k < count; ++k) {
        if (found.weights[k] <= 0) continue;
        on_a += found.weights[k] * simplex[k].a;
        on_b += found.weights[k] * simplex[k].b;
        simplex[kept++] = simplex[k];
      }
      count = kept;
      nearest = found.point / scale;
      out.a = on_a;
      out.b = on_b;
      out.upper = upper;
      if (found.count == enclosing) break;
    }
    out.corners = count;
    for (int k = 0; k < count; ++k) {
      out.corner_a[k] = simplex[k].a;
      out.corner_b[k] = simplex[k].b - shift;
    }
    return out;
  }
};

}  // namespace

double gapAlong(const SupportMap& a, const SupportMap& b, const Vec3& direction) {
  return dot(b(-direction).point - a(direction).point, direction);
}

CoreGap coreGap(const SupportMap& a, const SupportMap& b, const Vec3& guess) {
  Search search{a, b};
  CoreGap out = search.run(normalizedOr(guess, {1, 0, 0}));
  const double extent = search.extent;
  const double good_enough = kClosestGap * extent;
  for (double back = kFarthestBack; back >= kNearestBack; back /= 10) {
    // Deep overlaps have no direction to go back along.
    if (out.upper - out.lower <= good_enough || out.lower < -back * extent) continue;
    for (int again = 0; again < 2; ++again) {
      const Vec3 shift = back * extent * out.direction;
      const CoreGap behind = Search{a, b, shift}.run(out.direction);
      const double lower = gapAlong(a, b, behind.direction);
      const bool better = lower > out.lower;
      if (better) {
        out.lower = lower;
        out.direction = behind.direction;
        out.corners = behind.corners;
        out.corner_a = behind.corner_a;
        out.corner_b = behind.corner_b;
      }
      if (const double upper = length(behind.b - shift - behind.a); upper < out.upper) {
        out.upper = upper;
        out.a = behind.a;
        out.b = behind.b - shift;
      }
      if (!better) break;
    }
  }
  return out;
}

}  // namespace sepax
