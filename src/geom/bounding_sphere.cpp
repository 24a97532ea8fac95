#include "geom/bounding_sphere.h"

#include "geom/cloud.h"
#include "geom/tolerances.h"

#include <algorithm>
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

/// The smallest ball of at most five points, the last of them on its surface, by trying every subset with it. Nothing
/// when rounding leaves no subset's ball that encloses them all.
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
    for (const Vec3& p : points)
      encloses = encloses && length(p - ball->centre) <= ball->radius * (1 + kBallEncloses) + kBallEncloses;
    if (encloses) best = Basis{std::move(chosen), *ball};
  }
  return best;
}

/// Exchanges the farthest of the points into the basis until none is outside its ball.
Basis grown(Basis basis, const std::vector<Vec3>& points) {
  while (!points.empty()) {
    const Vec3 farthest = points[farthestFrom(points, basis.ball.centre)];
    if (!(length(farthest - basis.ball.centre) > basis.ball.radius)) break;
    std::vector<Vec3> candidates = basis.points;
    candidates.push_back(farthest);
    auto next = smallestOfFew(candidates);
    if (!next || next->ball.radius <= basis.ball.radius) break;  // only rounding is left
    basis = std::move(*next);
  }
  return basis;
}

constexpr std::size_t kSample = 16'384;
constexpr double kInner = 0.98;  ///< of the radius: points within are left out, while the ball moves less than the rest

}  // namespace

Ball smallestBall(const std::vector<Vec3>& points) {
  const UnitFrame frame = unitFrame(points);
  // First of some of the points: of many clouds that is nearly the ball of all.
  const std::size_t step = std::max<std::size_t>(1, points.size() / kSample);
  std::vector<Vec3> some;
  for (std::size_t i = 0; i < points.size(); i += step) some.push_back(frame.toUnit(points[i]));
  Basis basis = grown({{some[0]}, {some[0], 0}}, some);
  constexpr int kModerate = 400;  // up to which squares of lengths are numbers
  const bool leaves_out = step > 1 && std::abs(frame.exponent) < kModerate;
  // Points that count, as they were given; the others are no farther than `left_out` from there.
  std::vector<Vec3> outer;
  Vec3 from{0.0};
  double left_out = -1;
  if (!leaves_out) outer = points;
  for (bool is_enough = step == 1; !is_enough;) {
    const Ball before = basis.ball;
    if (leaves_out) {
      from = frame.fromUnit(before.centre);
      left_out = std::scalbn(kInner * before.radius, frame.exponent);
      outer = pointsBeyond(points, from, left_out);
    }
    some.clear();
    for (const Vec3& p : outer) some.push_back(frame.toUnit(p));
    basis = grown(std::move(basis), some);
    is_enough = left_out < 0 || kInner * before.radius + length(basis.ball.centre - before.centre) <=
                                    basis.ball.radius * (1 - kBallEncloses);
  }
  const Vec3 centre = frame.fromUnit(basis.ball.centre);
  const double radius = radiusAround(outer, centre);
  // Rounded so far from the origin, the centre may have moved.
  const bool hides_others = leaves_out && !((left_out + length(centre - from)) * (1 + kBallEncloses) <= radius);
  return {centre, hides_others ? radiusAround(points, centre) : radius};
}

}  // namespace sepax
