#include "geom/bounding_sphere.h"

#include "geom/cloud.h"
#include "geom/tolerances.h"

#include <cmath>
#include <limits>
#include <optional>

namespace sepax {

namespace {

/// The smallest ball with all (one to four) points on its surface; nothing when they have no common one.
std::optional<Ball> ballThrough(const std::vector<Vec3>& points) {
  const Vec3& o = points[0];
  if (points.size() == 1) return Ball{o, 0};
  const Vec3 a = points[1] - o;
  Vec3 centre;
  if (points.size() == 2) {
    centre = a / 2.0;
  } else {
    const Vec3 b = points[2] - o;
    const Vec3 normal = crossAccurate(a, b);
    if (points.size() == 3) {
      const double twice = 2 * dot(normal, normal);
      if (!(twice > 0)) return std::nullopt;
      centre = crossAccurate(dot(a, a) * b - dot(b, b) * a, normal) / twice;
    } else {
      const Vec3 c = points[3] - o;
      const double twice = 2 * dot(normal, c);
      if (twice == 0) return std::nullopt;
      centre = (dot(a, a) * crossAccurate(b, c) + dot(b, b) * crossAccurate(c, a) + dot(c, c) * normal) / twice;
    }
  }
  if (!isFinite(centre)) return std::nullopt;
  return Ball{o + centre, length(centre)};
}

struct Basis {
  std::vector<Vec3> points;
  Ball ball;
};

/// The smallest ball of at most five points, the last of them on its surface, by trying every subset with it. Nothing when rounding
/// leaves no subset's ball that encloses them all.
std::optional<Basis> smallestOfFew(const std::vector<Vec3>& points) {
  std::optional<Basis> best;
  const std::size_t others = points.size() - 1;
  for (unsigned subset = 0; subset < (1u << others); ++subset) {
    std::vector<Vec3> chosen{points.back()};
    for (std::size_t i = 0; i < others; ++i) {
      if (((subset >> i) & 1u) != 0) chosen.push_back(points[i]);
    }
    if (chosen.size() > 4) continue;
    const auto ball = ballThrough(chosen);
    if (!ball || (best && ball->radius >= best->ball.radius)) continue;
    bool encloses = true;
    for (const Vec3& p : points) encloses = encloses && length(p - ball->centre) <= ball->radius * (1 + kBallEncloses) + kBallEncloses;
    if (encloses) best = Basis{std::move(chosen), *ball};
  }
  return best;
}

}  // namespace

Ball smallestBall(const std::vector<Vec3>& points) {
  const UnitCloud cloud = unitCloud(points);
  Basis basis{{cloud.points[0]}, {cloud.points[0], 0}};
  for (;;) {
    const Vec3* farthest = nullptr;
    double distance = basis.ball.radius;
    for (const Vec3& p : cloud.points) {
      if (const double d = length(p - basis.ball.centre); d > distance) {
        distance = d;
        farthest = &p;
      }
    }
    if (farthest == nullptr) break;
    std::vector<Vec3> candidates = basis.points;
    candidates.push_back(*farthest);
    auto next = smallestOfFew(candidates);
    if (!next || next->ball.radius <= basis.ball.radius) break;  // only rounding is left
    basis = std::move(*next);
  }
  const Vec3 centre = fromUnit(cloud, basis.ball.centre);
  return {centre, radiusAround(points, centre)};
}

}  // namespace sepax
