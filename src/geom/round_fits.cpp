#include "geom/round_fits.h"

#include "geom/aabb.h"
#include "geom/cloud.h"
#include "geom/directions.h"
#include "geom/oriented_box.h"
#include "geom/quick_hull.h"
#include "geom/tolerances.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
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

constexpr std::size_t kSample = 2'048;
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

namespace {

constexpr std::size_t kCoarseCorners = 64;  ///< of the hull that is searched first
constexpr int kStarts = 24;                 ///< directions beside the principal axes
constexpr std::size_t kFollowed = 4;        ///< of the best on the coarse hull
constexpr int kMaxAdded = 60;               ///< points that lie outside
constexpr double kOutside = 1e-5;           ///< part of the radius by which they matter
constexpr int kSteps = 80, kHalvings = 24;  ///< quasi-Newton ones, and of one of them
constexpr double kMinGain = 1e-7;           ///< of the logarithm of the volume: what gains less ends a search

/// Both ends of a core.
using Ends = std::array<double, 6>;

struct Cost {
  double value = 0;  ///< logarithm of the volume or area
  double radius = 0;
  Ends slope{};
};

Vec3 endOf(const Ends& ends, std::size_t which) { return {ends[3 * which], ends[3 * which + 1], ends[3 * which + 2]}; }

double dotOf(const Ends& a, const Ends& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

double measureOf(double length, double radius, bool planar) {
  return planar ? 2 * radius * length + std::numbers::pi * radius * radius
                : std::numbers::pi * radius * radius * (length + 4.0 / 3 * radius);
}

/// The search for one set of points, about a metre large.
class CapsuleSearch {
 public:
  CapsuleSearch(std::vector<Vec3> points, bool planar) : points_(std::move(points)), planar_(planar) {}

  void add(const Vec3& point) { points_.push_back(point); }

  [[nodiscard]] Cost costOf(const Ends& ends) const {
    const Vec3 from = endOf(ends, 0), along = endOf(ends, 1) - from;
    const double squared = dot(along, along);
    double farthest = -1, share = 0;
    Vec3 off{0.0};
    for (const Vec3& point : points_) {
      const Vec3 to = point - from;
      const double t = squared > 0 ? std::clamp(dot(to, along) / squared, 0.0, 1.0) : 0;
      const Vec3 away = to - along * t;
      if (const double distance = dot(away, away); distance > farthest) farthest = distance, share = t, off = away;
    }
    Cost cost;
    const double span = std::sqrt(squared), r = cost.radius = std::sqrt(farthest);
    const double measure = std::max(measureOf(span, r, planar_), std::numeric_limits<double>::min());
    cost.value = std::log(measure);
    using std::numbers::pi;
    const double by_radius = (planar_ ? 2 * span + 2 * pi * r : 2 * pi * r * (span + 2 * r)) / measure;
    const double by_span = (planar_ ? 2 * r : pi * r * r) / measure;
    const Vec3 nearer = r > 0 ? off * (-by_radius / r) : Vec3{0.0};
    const Vec3 longer = span > 0 ? along * (by_span / span) : Vec3{0.0};
    for (int c = 0; c < 3; ++c) {
      const auto i = static_cast<std::size_t>(c);
      cost.slope[i] = nearer[c] * (1 - share) - longer[c];
      cost.slope[i + 3] = nearer[c] * share + longer[c];
    }
    return cost;
  }

  /// The ends of the capsule of the least radius along a direction.
  [[nodiscard]] Ends along(const Vec3& direction) const {
    std::vector<Vec3> flat;
    for (const Vec3& point : points_) flat.push_back(point - direction * dot(point, direction));
    const Ball circle = smallestBall(flat);
    double low = kInfinity, high = -kInfinity;
    for (std::size_t i = 0; i < points_.size(); ++i) {
      const Vec3 off = flat[i] - circle.centre;
      const double cap = std::sqrt(std::max(0.0, circle.radius * circle.radius - dot(off, off)));
      const double t = dot(points_[i], direction);
      low = std::min(low, t + cap);
      high = std::max(high, t - cap);
    }
    if (low > high) low = high = (low + high) / 2;
    const Vec3 centre = circle.centre - direction * dot(circle.centre, direction);
    const Vec3 from = centre + direction * low, to = centre + direction * high;
    return {from.x, from.y, from.z, to.x, to.y, to.z};
  }

  /// Quasi-Newton steps downhill from some ends.
  [[nodiscard]] Ends descended(Ends ends) const {
    std::array<Ends, 6> inverse{};  // of the second derivatives, about
    for (std::size_t i = 0; i < 6; ++i) inverse[i][i] = 1e-2;
    Cost cost = costOf(ends);
    int idle = 0;
    for (int step = 0; step < kSteps && idle < 3; ++step) {
      Ends way{};
      for (std::size_t i = 0; i < 6; ++i) way[i] = -dotOf(inverse[i], cost.slope);
      const double downhill = dotOf(way, cost.slope);
      if (!(downhill < 0)) break;
      Ends next = ends;
      const Cost better = wentAlong(way, downhill, cost, next);
      if (!(better.value < cost.value)) break;
      idle = cost.value - better.value < kMinGain ? idle + 1 : 0;
      update(inverse, ends, next, cost.slope, better.slope);
      ends = next;
      cost = better;
    }
    return ends;
  }

 private:
  /// Goes a part of a way that is neither too short nor too long (the weak Wolfe conditions).
  [[nodiscard]] Cost wentAlong(const Ends& way, double downhill, const Cost& start, Ends& ends) const {
    const Ends from = ends;
    double low = 0, high = kInfinity, part = 1;
    Cost best = start;
    for (int i = 0; i < kHalvings; ++i) {
      Ends tried = from;
      for (std::size_t k = 0; k < 6; ++k) tried[k] += part * way[k];
      const Cost cost = costOf(tried);
      if (cost.value < best.value) best = cost, ends = tried;
      if (!(cost.value <= start.value + 1e-4 * part * downhill)) {
        high = part;
      } else if (dotOf(cost.slope, way) < 0.9 * downhill) {
        low = part;
      } else {
        return cost.value <= best.value ? cost : best;
      }
      part = high < kInfinity ? (low + high) / 2 : 2 * low;
    }
    return best;
  }

  /// Broyden, Fletcher, Goldfarb, Shanno.
  static void update(std::array<Ends, 6>& inverse, const Ends& from, const Ends& to, const Ends& slope_from,
                     const Ends& slope_to) {
    Ends way{}, turn{}, turned{};
    for (std::size_t i = 0; i < 6; ++i) way[i] = to[i] - from[i], turn[i] = slope_to[i] - slope_from[i];
    const double curve = dotOf(way, turn);
    if (!(curve > 0)) return;
    for (std::size_t i = 0; i < 6; ++i) turned[i] = dotOf(inverse[i], turn);
    const double scale = 1 + dotOf(turn, turned) / curve;
    for (std::size_t i = 0; i < 6; ++i) {
      for (std::size_t k = 0; k < 6; ++k)
        inverse[i][k] += (scale * way[i] * way[k] - turned[i] * way[k] - way[i] * turned[k]) / curve;
    }
  }

  std::vector<Vec3> points_;
  bool planar_;
};

std::vector<Vec3> startDirections(const std::vector<Vec3>& points, bool planar) {
  std::vector<Vec3> directions;
  const Mat3 axes = orientedBoxByVertices(points).axes;
  for (int i = 0; i < 3; ++i) {
    if (!planar || std::abs(axes[i].z) < 0.5)
      directions.push_back(normalizedOr(planar ? Vec3{axes[i].x, axes[i].y, 0} : axes[i], {1, 0, 0}));
  }
  for (const Vec3& direction : planar ? circleDirections(2 * kStarts) : sphereDirections(2 * kStarts)) {
    if (direction.y > 0 || (direction.y == 0 && direction.x > 0)) directions.push_back(direction);
  }
  return directions;
}

/// The capsule with these ends that holds all points.
FittedCapsule capsuleBetween(const Vec3& from, const Vec3& to, const std::vector<Vec3>& points) {
  const Vec3 along = normalizedOr(to - from, {0, 1, 0}), side = anyPerpendicular(along);
  FittedCapsule capsule{{length(to - from) / 2, 0}, {(from + to) / 2.0, Mat3{side, along, glm::cross(side, along)}}};
  for (const Vec3& point : points)
    capsule.shape.radius = std::max(capsule.shape.radius, distanceToCore(capsule, point));
  return capsule;
}

}  // namespace

double volumeOf(const Capsule& capsule) { return measureOf(2 * capsule.half_length, capsule.radius, false); }

double distanceToCore(const FittedCapsule& capsule, const Vec3& point) {
  const Vec3 along = capsule.pose.rotation[1], off = point - capsule.pose.position;
  const double t = std::clamp(dot(off, along), -capsule.shape.half_length, capsule.shape.half_length);
  return length(off - along * t);
}

FittedCapsule nearSmallestCapsule(const std::vector<Vec3>& points, bool planar) {
  const MinMaxBox box = boundsOf(points);
  const Vec3 middle = centreOf(box);
  const double size = longestSide(box);
  if (!(size > 0)) return capsuleBetween(points.front(), points.front(), points);
  std::vector<Vec3> near;
  for (const Vec3& point : points) near.push_back((point - middle) / size);
  CapsuleSearch search(quickHull(near, {.corners = kCoarseCorners, .distance = kOutside}).corners, planar);
  struct Found {
    double cost;
    Ends ends;
  };
  std::vector<Found> found;
  for (const Vec3& direction : startDirections(near, planar)) {
    const Ends ends = search.descended(search.along(direction));
    found.push_back({search.costOf(ends).value, ends});
  }
  std::ranges::stable_sort(found, {}, &Found::cost);
  found.resize(std::min(found.size(), kFollowed));
  const Vec3 centre = smallestBall(near).centre;
  found.push_back({0, {centre.x, centre.y, centre.z, centre.x, centre.y, centre.z}});

  FittedCapsule best;
  double least = kInfinity;
  for (Found& one : found) {
    for (int added = 0; added < kMaxAdded; ++added) {
      const FittedCapsule held = capsuleBetween(endOf(one.ends, 0), endOf(one.ends, 1), near);
      const double cost = measureOf(2 * held.shape.half_length, held.shape.radius, planar);
      if (cost < least) least = cost, best = held;
      if (held.shape.radius <= search.costOf(one.ends).radius * (1 + kOutside)) break;
      search.add(*std::ranges::max_element(near, {}, [&](const Vec3& point) { return distanceToCore(held, point); }));
      one.ends = search.descended(one.ends);
    }
  }
  const Vec3 reach = best.pose.rotation[1] * best.shape.half_length;
  return capsuleBetween(middle + (best.pose.position - reach) * size, middle + (best.pose.position + reach) * size,
                        points);
}

}  // namespace sepax
