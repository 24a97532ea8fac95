#include "collide/gjk/core_gap.h"

#include <algorithm>
#include <cmath>

#include "collide/gjk/smooth_gap.h"
#include "geom/portable_math.h"
#include "geom/tolerances.h"

namespace sepax {

namespace {

constexpr double kFarthestBack = 0.1, kNearestBack = 1e-9;  ///< of the extent
constexpr double kJustApart = 1e-4;                         ///< of the extent
constexpr int kMaxOverlapRounds = 32;

/// Takes over direction, bound and simplex of a search with B moved back by `shift`, where they separate more here.
bool adoptDirection(const SupportMap& a, const SupportMap& b, const GjkResult& behind, const Vec3& shift,
                    GjkResult& out) {
  const double lower = gapAlong(a, b, behind.direction);
  if (!(lower > out.lower)) return false;
  out.lower = lower;
  out.direction = behind.direction;
  out.corners = behind.corners;
  out.simplex = behind.simplex;
  for (GjkVertex& corner : out.simplex) {
    corner.b -= shift;
    corner.point = corner.a - corner.b;
  }
  return true;
}

}  // namespace

const Vec3* largestGapAlong(const SupportMap& a, const SupportMap& b, std::span<const Vec3> directions) {
  const Vec3* best = nullptr;
  double largest = -INFINITY;
  for (const Vec3& d : directions) {
    const double gap = directions.size() == 1 ? 0 : std::max(gapAlong(a, b, d), gapAlong(a, b, -d));
    if (best != nullptr && !(gap > largest)) continue;
    largest = gap;
    best = &d;
  }
  return best;
}

GjkResult tightened(const SupportMap& a, const SupportMap& b, GjkResult out) {
  const double good_enough = kClosestGap * out.extent;
  for (double back = kFarthestBack; back >= kNearestBack; back /= 10) {
    // Deep overlaps have no direction to go back along.
    if (out.upper - out.lower <= good_enough || out.lower < -back * out.extent) continue;
    for (int again = 0; again < 2; ++again) {
      const Vec3 shift = (back * out.extent - std::max(0.0, out.lower)) * out.direction;
      const GjkResult behind = gjk(a, b, {.start = out.direction, .shift = shift});
      const bool better = adoptDirection(a, b, behind, shift, out);
      const Vec3 point_b = behind.b - shift;
      const Vec3 gap = point_b - behind.a;
      if (const double upper = portable::hypot(gap.x, gap.y, gap.z); upper < out.upper) {
        out.upper = upper;
        out.a = behind.a;
        out.b = point_b;
      }
      if (!better) break;
    }
  }
  return out;
}

Vec3 leastOverlapNear(const SupportMap& a, const SupportMap& b, const Vec3& direction) {
  Vec3 best = direction;
  double largest = gapAlong(a, b, direction);
  const double extent = std::max(a.extent(), b.extent());
  for (int round = 0; round < kMaxOverlapRounds; ++round) {
    const double out = std::max(0.0, -largest) + kJustApart * extent;
    const GjkResult apart = gjk(a, b, {.start = best, .shift = out * best});
    if (!(apart.lower > 0)) break;
    const double gap = gapAlong(a, b, apart.direction);
    if (!(gap > largest)) break;
    largest = gap;
    best = apart.direction;
  }
  if (a.kind() != SupportKind::kEllipsoid && b.kind() != SupportKind::kEllipsoid) return best;
  const double out = std::max(0.0, -largest) + kJustApart * extent;
  return leastOverlapBy(a, b, gjk(a, b, {.start = best, .shift = out * best}), best);
}

GjkResult coreGap(const SupportMap& a, const SupportMap& b, const Vec3& guess) {
  return polished(a, b, tightened(a, b, gjk(a, b, {.start = guess})));
}

}  // namespace sepax
