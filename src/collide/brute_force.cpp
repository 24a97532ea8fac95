#include "collide/brute_force.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "geom/convex.h"
#include "geom/tolerances.h"

namespace sepax {

namespace {

constexpr int kDirections = 4096;
constexpr int kSeeds = 8;            ///< peaks that are climbed
constexpr double kSeedsApart = 0.1;  ///< radians
constexpr double kFirstStep = 0.06;  ///< half the first window: more than the distance of neighbouring directions, radians
constexpr double kLastStep = 1e-9;
constexpr double kGoldenAngle = 2.399963229728653;

/// Directions spread evenly by the golden angle: over the sphere, or around the circle of the plane.
std::vector<Vec3> spread(bool planar) {
  std::vector<Vec3> out;
  for (int i = 0; i < kDirections; ++i) {
    if (planar) {
      const double angle = 2 * M_PI * i / kDirections;
      out.emplace_back(std::cos(angle), std::sin(angle), 0);
      continue;
    }
    const double z = 1 - (2 * i + 1.0) / kDirections, r = std::sqrt(1 - z * z);
    out.emplace_back(r * std::cos(kGoldenAngle * i), r * std::sin(kGoldenAngle * i), z);
  }
  return out;
}

struct Pair {
  ConvexFeatures a, b;
  [[nodiscard]] double gap(const Vec3& d) const {
    double top_a = -INFINITY, bottom_b = INFINITY;
    for (const Vec3& v : a.core.vertices) top_a = std::max(top_a, dot(v, d));
    for (const Vec3& v : b.core.vertices) bottom_b = std::min(bottom_b, dot(v, d));
    return bottom_b - top_a - a.radius - b.radius;
  }
};

struct Sample {
  double gap = -INFINITY;
  Vec3 direction{1, 0, 0};
};

/// Largest value of `f` on [−width, width] by golden section; expects one peak.
template <class F>
double highest(double width, const F& f) {
  constexpr int kSteps = 16;
  constexpr double kGolden = 0.6180339887498949;
  double low = -width, high = width;
  double p = high - kGolden * (high - low), q = low + kGolden * (high - low);
  double at_p = f(p), at_q = f(q);
  for (int i = 0; i < kSteps; ++i) {
    if (at_p > at_q) {
      high = q;
      q = p;
      at_q = at_p;
      at_p = f(p = high - kGolden * (high - low));
    } else {
      low = p;
      p = q;
      at_p = at_q;
      at_q = f(q = low + kGolden * (high - low));
    }
  }
  return at_p > at_q ? p : q;
}

/// Climbs to a peak. On the tangent plane the gap is nearly concave, with ridges: the highest point of the highest line is found by
/// nested golden sections, which no ridge misleads, in an ever smaller window around the best direction.
Sample climb(const Pair& pair, Sample at, bool planar) {
  constexpr int kMostRounds = 40;
  double width = kFirstStep;
  for (int round = 0; round < kMostRounds && width > kLastStep; ++round) {
    const Vec3 u = planar ? Vec3{-at.direction.y, at.direction.x, 0} : anyPerpendicular(at.direction);
    const Vec3 v = crossAccurate(at.direction, u);
    const auto towards = [&](double x, double y) { return normalizedOr(at.direction + x * u + y * v, at.direction); };
    const auto row = [&](double x) { return planar ? 0.0 : highest(width, [&](double y) { return pair.gap(towards(x, y)); }); };
    const double x = highest(width, [&](double t) { return pair.gap(towards(t, row(t))); });
    const double y = row(x);
    const Vec3 d = towards(x, y);
    if (const double gap = pair.gap(d); gap > at.gap) at = {gap, d};
    // A peak beyond the window: follow it before looking closer.
    const bool inside = std::max(std::abs(x), std::abs(y)) < 0.8 * width;
    if (inside || round % 4 == 3) width *= inside ? 0.05 : 0.5;
  }
  return at;
}

/// The highest samples, none beside another.
std::vector<Sample> seeds(const Pair& pair, const std::vector<Vec3>& directions) {
  std::vector<Sample> all;
  all.reserve(directions.size());
  for (const Vec3& d : directions) all.push_back({pair.gap(d), d});
  std::stable_sort(all.begin(), all.end(), [](const Sample& p, const Sample& q) { return p.gap > q.gap; });
  std::vector<Sample> out;
  for (const Sample& s : all) {
    const auto beside = [&](const Sample& o) { return dot(o.direction, s.direction) > std::cos(kSeedsApart); };
    if (std::none_of(out.begin(), out.end(), beside)) out.push_back(s);
    if (out.size() == kSeeds) break;
  }
  return out;
}

Vec3 supportPoint(const ConvexFeatures& shape, const Vec3& direction) {
  return shape.core.vertices[supportVertex(shape.core, direction)] + direction * shape.radius;
}

}  // namespace

PairReport runBruteForce(const PlacedShape& a, const PlacedShape& b, const PairSettings& settings) {
  static const std::array<std::vector<Vec3>, 2> kSpread = {spread(false), spread(true)};
  const double touching = settings.touching_tolerance.value_or(kTouching * pairSize(a, b));
  const Pair pair{placed(convexFeatures(a.shape), a.pose.rotation, Vec3{0.0}),
                  placed(convexFeatures(b.shape), b.pose.rotation, b.pose.position - a.pose.position)};
  const bool planar = pair.a.planar && pair.b.planar;
  Sample best;
  for (const Sample& seed : seeds(pair, kSpread[planar ? 1 : 0])) {
    const Sample peak = climb(pair, seed, planar);
    if (peak.gap > best.gap) best = peak;
    if (best.gap > 0) break;  // apart: there is only one peak
  }

  PairReport report;
  report.algorithm = "brute-force";
  report.through_hull_a = isTestedThroughHull(a.shape);
  report.through_hull_b = isTestedThroughHull(b.shape);
  PairAnswer& answer = report.answer;
  answer.separation = best.gap;
  answer.distance = std::max(0.0, best.gap);
  answer.verdict = best.gap > touching ? Verdict::kSeparated : best.gap < -touching ? Verdict::kOverlapping : Verdict::kTouching;
  answer.normal = best.direction;
  if (answer.verdict == Verdict::kOverlapping) answer.mtv = best.direction * -best.gap;
  answer.closest_a = a.pose.position + supportPoint(pair.a, best.direction);
  answer.closest_b = a.pose.position + supportPoint(pair.b, -best.direction);
  return report;
}

}  // namespace sepax
