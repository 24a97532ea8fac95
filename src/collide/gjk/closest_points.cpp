#include "collide/gjk/closest_points.h"

#include "collide/gjk/smooth_gap.h"
#include "geom/portable_math.h"
#include "geom/tolerances.h"

#include <algorithm>
#include <cmath>
#include <limits>

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

namespace {

ClosestPoints closestOf(const SupportMap& map_a, const SupportMap& map_b, const Vec3& guess) {
  GjkResult gap = gjk(map_a, map_b, {.start = guess});
  const double tolerance = kClosestGap * gap.extent;
  if (gap.upper > tolerance && gap.upper - gap.lower > tolerance) gap = tightened(map_a, map_b, gap);
  if (gap.upper > tolerance) gap = polished(map_a, map_b, gap);
  if (gap.upper <= tolerance && !(gap.lower > 0)) return {gap.a, gap.a, 0, Vec3{0.0}};
  return {gap.a, gap.b, gap.upper, gap.direction};
}

}  // namespace

ClosestPoints closestPoints(std::span<const Vec3> a, std::span<const Vec3> b) {
  return closestOf(SupportMap::viewOf(a), SupportMap::viewOf(b), b[0] - a[0]);
}

ClosestPoints closestCores(const ConvexFeatures& a, const ConvexFeatures& b, const Vec3& guess) {
  return closestOf(coreMap(a), coreMap(b), guess);
}

ClosestPoints closestCores(const ConvexFeatures& a, const ConvexFeatures& b) {
  return closestCores(a, b, b.core.vertices[0] - a.core.vertices[0]);
}

void closestOnSegments(const Vec3& p0, const Vec3& p1, const Vec3& q0, const Vec3& q1, Vec3& on_p, Vec3& on_q) {
  const Vec3 d1 = p1 - p0, d2 = q1 - q0, r = q0 - p0;
  const double a = dot(d1, d1), e = dot(d2, d2);
  // The point of p closest to q's line, if its foot falls inside q: by cross products, since differences of scalar
  // products leave nothing of s when the segments are nearly parallel (Goldman 1990). Its foot is taken anew, so that
  // an error of s costs only s times the angle.
  const Vec3 n = crossAccurate(d1, d2);
  if (const double nn = dot(n, n); nn > 0) {
    const double s = dot(crossAccurate(r, d2), n) / nn;
    const double t = dot(p0 + s * d1 - q0, d2) / e;
    if (s >= 0 && s <= 1 && t >= 0 && t <= 1) {
      on_p = p0 + s * d1;
      on_q = q0 + t * d2;
      return;
    }
  }
  // Else an end of one of them is closest.
  double least = std::numeric_limits<double>::infinity();
  const auto offer = [&](const Vec3& p, const Vec3& q) {
    const Vec3 gap = q - p;
    if (const double squared = dot(gap, gap); squared < least) {
      least = squared;
      on_p = p;
      on_q = q;
    }
  };
  const auto foot = [](const Vec3& point, const Vec3& start, const Vec3& along, double squared) {
    return start + (squared > 0 ? std::clamp(dot(point - start, along) / squared, 0.0, 1.0) : 0.0) * along;
  };
  for (const Vec3& end : {p0, p1}) offer(end, foot(end, q0, d2, e));
  for (const Vec3& end : {q0, q1}) offer(foot(end, p0, d1, a), end);
}

}  // namespace sepax
