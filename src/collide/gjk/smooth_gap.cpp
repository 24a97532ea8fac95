#include "collide/gjk/smooth_gap.h"

#include "geom/portable_math.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

namespace sepax {

namespace {

constexpr int kMaxNewtonSteps = 64;   ///< of Newton's method; half a dozen are the rule
constexpr double kLongestStep = 0.5;  ///< radians
constexpr double kSmallStep =
    1e-4;  ///< radians: below it a smaller gradient is progress, too, where the values are level to rounding
constexpr double kOffSaddle = 1e-2;       ///< radians
constexpr double kLevel = 4 * kEpsilon;   ///< of the extent: a gradient as small is none but rounding
constexpr double kFlatCurvature = 1e-13;  ///< of the extent: a curvature as small is none but rounding
/// Directions this near to the normal of a cap or disc, radians, may be it: GJK knows them to the root of its gap.
constexpr double kNearNormal = 1e-5;

/// Directions across a direction that the search may take: two, or one on a circle.
struct Tangents {
  std::array<Vec3, 2> axes{Vec3{0.0}, Vec3{0.0}};
  int count = 0;
};

Tangents tangentsAt(const Vec3& direction, const std::optional<Vec3>& perpendicular) {
  if (perpendicular) return {{crossAccurate(*perpendicular, direction), Vec3{0.0}}, 1};
  const Vec3 u = anyPerpendicular(direction);
  return {{u, crossAccurate(direction, u)}, 2};
}

/// The step of Newton's method with the absolute values of the curvatures: it falls wherever the gradient is not zero.
Vec3 stepAt(const SmoothOverlap& overlap, const Vec3& direction, const Vec3& gradient, const Tangents& tangents,
            bool& has_minimum) {
  const Mat3 second = overlap.hessian(direction);
  const double value = dot(gradient, direction), least = kFlatCurvature * overlap.extent();
  const auto& [u, v] = tangents.axes;
  const auto curvature = [&](const Vec3& p, const Vec3& q) { return dot(p, second * q) - (&p == &q ? value : 0); };
  const auto divisor = [&](double c) { return std::max(std::abs(c), least); };
  if (tangents.count == 1) {
    const double c = curvature(u, u);
    has_minimum = c > -least;
    return -(dot(gradient, u) / divisor(c)) * u;
  }
  const double a = curvature(u, u), b = curvature(u, v), d = curvature(v, v), mean = (a + d) / 2, half = (a - d) / 2;
  const double radius = portable::hypot(half, b), angle = 0.5 * portable::atan2(b, half);
  const Vec3 first = portable::cos(angle) * u + portable::sin(angle) * v,
             other = portable::cos(angle) * v - portable::sin(angle) * u;
  has_minimum = mean - radius > -least;
  return -(dot(gradient, first) / divisor(mean + radius)) * first -
         (dot(gradient, other) / divisor(mean - radius)) * other;
}

/// A direction of negative curvature at a level place.
Vec3 offSaddle(const SmoothOverlap& overlap, const Vec3& direction, const Tangents& tangents) {
  const Mat3 second = overlap.hessian(direction);
  const auto& [u, v] = tangents.axes;
  if (tangents.count == 1) return u;
  const double a = dot(u, second * u), b = dot(u, second * v), d = dot(v, second * v),
               angle = 0.5 * portable::atan2(b, (a - d) / 2);
  return portable::cos(angle) * v - portable::sin(angle) * u;
}

double tangentLength(const Vec3& gradient, const Tangents& tangents) {
  return portable::hypot(dot(gradient, tangents.axes[0]), dot(gradient, tangents.axes[1]));
}

/// The nearest part of a core: a smooth part, and what restricts the normal there.
struct NearestFeature {
  SmoothPart part;
  std::optional<Vec3> perpendicular;  ///< unit: along an edge or a lateral line
  double low = 0, high = 0;           ///< how far that goes from the part's point, metres
  std::optional<Vec3> normal;         ///< of a face, cap or disc, either sense
};

/// `on` are the support points' features in GJK's last simplex.
std::optional<NearestFeature> nearestFeature(const SupportMap& map, std::vector<int> on, const Vec3& direction) {
  std::sort(on.begin(), on.end());
  on.erase(std::unique(on.begin(), on.end()), on.end());
  NearestFeature out;
  if (map.kind() == SupportKind::kVertices) {
    const auto point = [&](std::size_t i) { return map.vertices()[static_cast<std::size_t>(on[i])]; };
    out.part.point = point(0);
    if (on.size() == 1) return out;
    const Vec3 along = point(1) - point(0);
    if (on.size() == 2) {
      out.high = length(along);
      out.perpendicular = normalizedOr(along, Vec3{0.0});
      if (*out.perpendicular == Vec3{0.0}) return std::nullopt;
      return out;
    }
    const Vec3 normal = normalizedOr(crossAccurate(along, point(2) - point(0)), Vec3{0.0});
    if (on.size() > 3 || normal == Vec3{0.0}) return std::nullopt;
    out.normal = normal;
    return out;
  }
  const CurvedCore& core = map.curvedCore();
  const auto isNear = [&](const Vec3& normal) { return length(crossAccurate(normal, direction)) <= kNearNormal; };
  const bool both = on.size() > 1, is_end = on[0] == 1;
  switch (core.kind) {
    case CurvedKind::kEllipsoid:
      out.part = ellipsoidPart(core, 1);
      if (const int across = core.acrossDisc(); across >= 0 && !map.planar() && isNear(core.rotation[across])) {
        out.normal = core.rotation[across];
      }
      return out;
    case CurvedKind::kCylinder:
      if (isNear(core.axis())) {
        out.part.point = is_end ? core.top() : core.bottom();
        out.normal = core.axis();
        return out;
      }
      out.part = rimPart(core, both ? core.centre : is_end ? core.top() : core.bottom(), 1);
      if (!both) return out;
      out.perpendicular = core.axis();
      out.low = -core.half_length;
      out.high = core.half_length;
      return out;
    case CurvedKind::kCone:
      if (both) return std::nullopt;
      if (!is_end && isNear(core.axis())) {
        out.part.point = core.bottom();
        out.normal = core.axis();
        return out;
      }
      out.part = is_end ? SmoothPart{core.top(), Mat3{0.0}} : rimPart(core, core.bottom(), 1);
      return out;
    case CurvedKind::kDrop:
      if (both) return std::nullopt;
      out.part = is_end != core.points_back ? SmoothPart{core.top(), Mat3{0.0}} : ballPart(core.bottom(), core.radius);
      return out;
  }
  return std::nullopt;
}

bool isEllipsoid(const SupportMap& map) { return map.kind() == SupportKind::kEllipsoid; }
bool isRound(const SupportMap& map) { return map.kind() != SupportKind::kVertices; }

struct NearestFeatures {
  NearestFeature a, b;
};

std::optional<NearestFeatures> nearestFeatures(const SupportMap& a, const SupportMap& b, const GjkResult& found) {
  std::vector<int> on_a, on_b;
  for (int i = 0; i < found.corners; ++i) {
    const GjkVertex& corner = found.simplex[static_cast<std::size_t>(i)];
    on_a.push_back(corner.feature_a);
    on_b.push_back(corner.feature_b);
  }
  if (on_a.empty()) return std::nullopt;
  const auto near_a = nearestFeature(a, on_a, found.direction), near_b = nearestFeature(b, on_b, found.direction);
  if (!near_a || !near_b) return std::nullopt;
  return NearestFeatures{*near_a, *near_b};
}

SmoothPart scaledPart(SmoothPart part, double scale) {
  part.point *= scale;
  part.half *= scale;
  return part;
}

/// The direction of least overlap between two such features near another: in the plane on its circle, which an edge
/// leaves one place on.
Vec3 leastBetween(const NearestFeatures& near, bool planar, const Vec3& direction, double scale) {
  auto normal = near.a.normal ? near.a.normal : near.b.normal;
  auto perpendicular = near.a.perpendicular ? near.a.perpendicular : near.b.perpendicular;
  if (planar) {
    if (perpendicular) normal = Vec3{-perpendicular->y, perpendicular->x, 0};
    perpendicular = Vec3{0, 0, 1};
  }
  if (normal) return dot(*normal, direction) < 0 ? -*normal : *normal;
  const SmoothOverlap overlap(scaledPart(near.a.part, scale), scaledPart(near.b.part, scale));
  return leastNear(overlap, direction, perpendicular);
}

/// The point of a feature that is opposite to the other's support point.
Vec3 oppositeTo(const NearestFeature& feature, const Vec3& point, const Vec3& outward) {
  if (feature.normal) return point - dot(point - feature.part.point, outward) * outward;
  const Vec3 own = feature.part.support(outward);
  if (!feature.perpendicular) return own;
  return own + std::clamp(dot(point - own, *feature.perpendicular), feature.low, feature.high) * *feature.perpendicular;
}

}  // namespace

SmoothPart ellipsoidPart(const CurvedCore& e, double scale) {
  SmoothPart out{e.centre * scale, Mat3{0.0}};
  for (int c = 0; c < 3; ++c) out.half[c] = e.rotation[c] * (e.half_axes[c] * scale);
  return out;
}

SmoothPart rimPart(const CurvedCore& core, const Vec3& centre, double scale) {
  const double radius = core.radius * scale;
  return {centre * scale, Mat3{core.rotation[0] * radius, Vec3{0.0}, core.rotation[2] * radius}};
}

SmoothPart ballPart(const Vec3& centre, double radius) { return {centre, Mat3{radius}}; }

SmoothOverlap::SmoothOverlap(const SmoothPart& a, const SmoothPart& b) : between_(a.point - b.point), parts_{a, b} {
  extent_ = std::max({std::abs(a.point.x), std::abs(a.point.y), std::abs(a.point.z), std::abs(b.point.x),
                      std::abs(b.point.y), std::abs(b.point.z)});
  double widest = 0;
  for (int c = 0; c < 3; ++c) widest = std::max({widest, length(a.half[c]), length(b.half[c])});
  extent_ += widest;
}

double SmoothOverlap::operator()(const Vec3& direction) const {
  double value = dot(between_, direction);
  for (const SmoothPart& part : parts_) value += length(part.along(direction));
  return value;
}

Vec3 SmoothOverlap::gradient(const Vec3& direction) const {
  Vec3 out = between_;
  for (const SmoothPart& part : parts_) {
    const Vec3 along = part.along(direction);
    if (const double size = length(along); size > 0) out += part.half * (along / size);
  }
  return out;
}

Mat3 SmoothOverlap::hessian(const Vec3& direction) const {
  Mat3 out{0.0};
  for (const SmoothPart& part : parts_) {
    const Vec3 along = part.along(direction);
    const double size = length(along);
    if (!(size > 0)) continue;
    const Vec3 own = part.half * (along / size);
    for (int c = 0; c < 3; ++c) {
      Vec3 column = -own * own[c];
      for (int k = 0; k < 3; ++k) column += part.half[k] * part.half[k][c];
      out[c] += column / size;
    }
  }
  return out;
}

Vec3 leastNear(const SmoothOverlap& overlap, const Vec3& start, const std::optional<Vec3>& perpendicular) {
  Vec3 at = start;
  if (perpendicular) at = normalizedOr(at - dot(at, *perpendicular) * *perpendicular, anyPerpendicular(*perpendicular));
  double value = overlap(at);
  const double rounding = kLevel * overlap.extent();
  for (int step = 0; step < kMaxNewtonSteps; ++step) {
    const Vec3 gradient = overlap.gradient(at);
    const Tangents tangents = tangentsAt(at, perpendicular);
    const double slope = tangentLength(gradient, tangents);
    bool has_minimum = false;
    Vec3 way = stepAt(overlap, at, gradient, tangents, has_minimum);
    if (slope <= rounding) {
      if (has_minimum) break;
      way = kOffSaddle * offSaddle(overlap, at, tangents);
    }
    if (const double size = length(way); size > kLongestStep) way *= kLongestStep / size;
    bool moved = false;
    const bool small = length(way) <= kSmallStep;
    for (int halving = 0; halving < 40 && !moved; ++halving, way *= 0.5) {
      const Vec3 next = normalizedOr(at + way, at);
      const double there = overlap(next);
      const bool falls = there < value - rounding || (!small && there < value);
      moved = falls || (small && there <= value + rounding &&
                        tangentLength(overlap.gradient(next), tangentsAt(next, perpendicular)) <= slope / 2);
      if (!moved) continue;
      at = next;
      value = there;
    }
    if (!moved) break;
  }
  return at;
}

GjkResult polished(const SupportMap& a, const SupportMap& b, GjkResult found) {
  if (!isRound(a) && !isRound(b)) return found;
  const auto near = nearestFeatures(a, b, found);
  if (!near) return found;
  const Vec3 direction = leastBetween(*near, a.planar(), found.direction, scaleOf(a, b));
  const double rounding = kLevel * found.extent;
  const double lower = gapAlong(a, b, direction);
  if (!(lower >= found.lower - rounding)) return found;
  // The point of a round part is exact; the other's lies opposite.
  const auto isExact = [](const SupportMap& map, const NearestFeature& feature) {
    return isRound(map) && !feature.normal && !feature.perpendicular;
  };
  const bool by_a = isExact(a, near->a), by_b = isExact(b, near->b);
  if (!by_a && !by_b) return found;
  const Vec3 on_a = near->a.part.support(direction), on_b = near->b.part.support(-direction);
  const Vec3 point_a = by_a ? on_a : oppositeTo(near->a, on_b, direction);
  const Vec3 point_b = by_b ? on_b : oppositeTo(near->b, on_a, -direction);
  const Vec3 gap = point_b - point_a;
  const double upper = portable::hypot(gap.x, gap.y, gap.z);
  found.lower = lower;
  found.direction = direction;
  if (upper - lower > std::max(found.upper - lower, rounding)) return found;
  found.upper = std::max(upper, lower);
  found.a = point_a;
  found.b = point_b;
  return found;
}

Vec3 leastOverlapBy(const SupportMap& a, const SupportMap& b, const GjkResult& apart, const Vec3& direction) {
  if (!isEllipsoid(a) && !isEllipsoid(b)) return direction;
  const auto near = nearestFeatures(a, b, apart);
  if (!near) return direction;
  const Vec3 found = leastBetween(*near, a.planar(), direction, scaleOf(a, b));
  return gapAlong(a, b, found) > gapAlong(a, b, direction) ? found : direction;
}

}  // namespace sepax
