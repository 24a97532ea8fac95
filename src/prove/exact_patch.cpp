#include "prove/exact_patch.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

#include "collide/exact/exact_integer.h"
#include "geom/oriented_box.h"

namespace sepax {

namespace {

using exact::Integer;
using exact::IntVec;
using LongVec2 = glm::vec<2, long double>;
using LongVec3 = glm::vec<3, long double>;

/// A point as the double that it is, and in long double across the normal, from an origin nearby.
struct Seen {
  IntVec exact;
  LongVec2 flat{0.0L};
};

/// Polygons of one manifold in one unit.
class View {
 public:
  View(const Manifold& manifold, const Vec3& normal) : origin_(manifold.reference_polygon.front()) {
    exponent_ = 0;
    for (const auto* polygon :
         {&manifold.reference_polygon, &manifold.incident_polygon, &manifold.steps.back().polygon}) {
      for (const Vec3& p : *polygon) exponent_ = std::min(exponent_, exact::lowestBit(p));
    }
    normal_ = exact::vectorOf(normal, exact::lowestBit(normal));
    const Vec3 u = anyPerpendicular(normal);
    n_ = LongVec3(normal) / std::sqrt(dotLong(LongVec3(normal), LongVec3(normal)));
    u_ = LongVec3(u) - dotLong(LongVec3(u), n_) * n_;
    u_ = u_ / std::sqrt(dotLong(u_, u_));
    v_ = {n_.y * u_.z - n_.z * u_.y, n_.z * u_.x - n_.x * u_.z, n_.x * u_.y - n_.y * u_.x};
  }

  [[nodiscard]] std::vector<Seen> polygonOf(std::span<const Vec3> points) const {
    std::vector<Seen> out;
    for (const Vec3& p : points) {
      const LongVec3 from = LongVec3(p) - LongVec3(origin_);
      out.push_back({exact::vectorOf(p, exponent_), {dotLong(from, u_), dotLong(from, v_)}});
    }
    return out;
  }

  /// Twice the area of a triangle seen along the normal, times a positive factor.
  [[nodiscard]] Integer side(const Seen& a, const Seen& b, const Seen& p) const {
    return dot(cross(b.exact - a.exact, p.exact - a.exact), normal_);
  }

 private:
  static long double dotLong(const LongVec3& a, const LongVec3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
  Vec3 origin_;
  int exponent_;
  IntVec normal_;
  LongVec3 n_, u_, v_;
};

long double cross2(const LongVec2& a, const LongVec2& b) { return a.x * b.y - a.y * b.x; }
long double dot2(const LongVec2& a, const LongVec2& b) { return a.x * b.x + a.y * b.y; }
long double length2(const LongVec2& a) { return std::sqrt(dot2(a, a)); }

long double distanceToSegment(const LongVec2& a, const LongVec2& b, const LongVec2& p) {
  const LongVec2 along = b - a;
  const long double squared = dot2(along, along);
  return length2(p - a - along * (squared > 0 ? std::clamp(dot2(p - a, along) / squared, 0.0L, 1.0L) : 0.0L));
}

/// 0 inside of a convex polygon, whichever way it runs; a segment or a point has no inside.
long double distanceTo(const std::vector<LongVec2>& polygon, const LongVec2& p) {
  bool left = polygon.size() > 2, right = left;
  long double nearest = std::numeric_limits<long double>::infinity();
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const LongVec2 &a = polygon[i], &b = polygon[(i + 1) % polygon.size()];
    const long double height = cross2(b - a, p - a);
    left = left && height >= 0;
    right = right && height <= 0;
    nearest = std::min(nearest, distanceToSegment(a, b, p));
  }
  return left || right ? 0 : nearest;
}

std::vector<LongVec2> flatOf(const std::vector<Seen>& polygon) {
  std::vector<LongVec2> out;
  for (const Seen& p : polygon) out.push_back(p.flat);
  return out;
}

/// +1 counter-clockwise seen against the normal, −1 clockwise, 0 without area.
int senseOf(const View& view, const std::vector<Seen>& polygon) {
  Integer area = 0;
  for (std::size_t i = 2; i < polygon.size(); ++i) area += view.side(polygon[0], polygon[i - 1], polygon[i]);
  return area.sign();
}

/// Expects a polygon with area.
bool isInside(const View& view, const std::vector<Seen>& polygon, int sense, const Seen& p) {
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    if (view.side(polygon[i], polygon[(i + 1) % polygon.size()], p).sign() * sense < 0) return false;
  }
  return true;
}

/// A corner of an intersection, and the sine of the angle of the two sides that make it: rounding of the sides by a
/// length moves the corner by that length over the sine.
struct Corner {
  LongVec2 at{0.0L};
  long double sine = 1;
};

long double sineBetween(const LongVec2& a, const LongVec2& b) {
  const long double lengths = length2(a) * length2(b);
  return lengths > 0 ? std::min(1.0L, std::abs(cross2(a, b)) / lengths) : 0;
}

/// Corners of the intersection of a convex polygon and an incident one, which may be a segment or a point.
std::vector<Corner> cornersOf(const View& view, const std::vector<Seen>& p, const std::vector<Seen>& q) {
  std::vector<Corner> out;
  const int sense_p = senseOf(view, p), sense_q = senseOf(view, q);
  for (const Seen& corner : q) {
    if (sense_p != 0 && isInside(view, p, sense_p, corner)) out.push_back({corner.flat});
  }
  for (std::size_t i = 0; i < p.size(); ++i) {
    const LongVec2 &before = p[(i + p.size() - 1) % p.size()].flat, &after = p[(i + 1) % p.size()].flat;
    if (sense_q != 0 && isInside(view, q, sense_q, p[i]))
      out.push_back({p[i].flat, sineBetween(p[i].flat - before, after - p[i].flat)});
  }
  for (std::size_t i = 0; i < p.size(); ++i) {
    const Seen &a = p[i], &b = p[(i + 1) % p.size()];
    for (std::size_t j = 0; j < q.size(); ++j) {
      const Seen &c = q[j], &d = q[(j + 1) % q.size()];
      const Integer at_c = view.side(a, b, c), at_d = view.side(a, b, d);
      if (at_c.sign() * at_d.sign() >= 0 || view.side(c, d, a).sign() * view.side(c, d, b).sign() >= 0) continue;
      const exact::Scaled part = exact::scaledOf(at_c), whole = exact::scaledOf(at_c - at_d);
      const double t = std::ldexp(part.mantissa / whole.mantissa, part.exponent - whole.exponent);
      out.push_back(
          {c.flat + (d.flat - c.flat) * static_cast<long double>(t), sineBetween(b.flat - a.flat, d.flat - c.flat)});
    }
  }
  return out;
}

/// Along the reference edge: the stretch that is left against the one that both share.
double stretchError(const std::vector<LongVec2>& reference, const std::vector<LongVec2>& incident,
                    const std::vector<LongVec2>& left) {
  LongVec2 along = reference[1] - reference[0];
  if (length2(along) > 0) along = along / length2(along);
  const auto range = [&](const std::vector<LongVec2>& points) {
    std::pair<long double, long double> out{std::numeric_limits<long double>::infinity(),
                                            -std::numeric_limits<long double>::infinity()};
    for (const LongVec2& p : points) {
      const long double at = dot2(p - reference[0], along);
      out = {std::min(out.first, at), std::max(out.second, at)};
    }
    return out;
  };
  const auto [a0, a1] = range(reference);
  const auto [b0, b1] = range(incident);
  const long double low = std::max(a0, b0), high = std::min(a1, b1);
  if (left.empty()) return static_cast<double>(std::max(0.0L, high - low));
  const auto [l0, l1] = range(left);
  if (low > high) return static_cast<double>(low - high);  // only rounding lets anything be left
  return static_cast<double>(std::max(std::abs(l0 - low), std::abs(l1 - high)));
}

}  // namespace

std::optional<double> patchError(const Manifold& manifold, const Vec3& normal) {
  if (manifold.steps.empty() || manifold.reference_polygon.size() < 2) return std::nullopt;
  const View view(manifold, normal);
  const std::vector<Seen> reference = view.polygonOf(manifold.reference_polygon),
                          incident = view.polygonOf(manifold.incident_polygon),
                          left = view.polygonOf(manifold.steps.back().polygon);
  if (reference.size() == 2) return stretchError(flatOf(reference), flatOf(incident), flatOf(left));
  long double worst = 0;
  const std::vector<LongVec2> p = flatOf(reference), q = flatOf(incident), r = flatOf(left);
  for (const LongVec2& at : r) worst = std::max({worst, distanceTo(p, at), distanceTo(q, at)});
  const std::vector<Corner> corners = cornersOf(view, reference, incident);
  for (const Corner& corner : corners) {
    long double off = r.empty() ? 0 : distanceTo(r, corner.at);
    // With nothing left, nothing but a point may be shared.
    for (std::size_t i = 0; i < corners.size() && r.empty(); ++i)
      off = std::max(off, length2(corners[i].at - corner.at));
    worst = std::max(worst, off * corner.sine);
  }
  return static_cast<double>(worst);
}

namespace {

std::vector<Vec2> seenAlong(const Vec3& normal, const std::vector<Vec3>& points) {
  const Vec3 u = anyPerpendicular(normal), v = crossAccurate(normal, u);
  std::vector<Vec2> flat;
  for (const Vec3& p : points) flat.emplace_back(dot(p - points[0], u), dot(p - points[0], v));
  return flat;
}

}  // namespace

double hullArea(const std::vector<Vec3>& points, const Vec3& normal) {
  const std::vector<Vec2> flat = seenAlong(normal, points);
  const std::vector<int> hull = planarHull(flat);
  double twice = 0;
  for (std::size_t i = 2; i < hull.size(); ++i) {
    const Vec2 a = flat[hull[i - 1]] - flat[hull[0]], b = flat[hull[i]] - flat[hull[0]];
    twice += a.x * b.y - a.y * b.x;
  }
  return std::abs(twice) / 2;
}

double areaByFour(const std::vector<Vec3>& points, const std::vector<bool>& deepest, const Vec3& normal) {
  double most = 0;
  const std::vector<Vec2> flat = seenAlong(normal, points);
  const auto area = [&](const Vec2& p, const Vec2& q, const Vec2& r) {
    return (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
  };
  // Every quadrilateral with the deepest point at a corner, by the diagonal that starts there.
  for (std::size_t p = 0; p < flat.size(); ++p) {
    if (!deepest[p]) continue;
    for (const Vec2& q : flat) {
      double left = 0, right = 0;
      for (const Vec2& r : flat) {
        const double twice = area(flat[p], q, r);
        left = std::max(left, twice);
        right = std::max(right, -twice);
      }
      most = std::max(most, (left + right) / 2);
    }
  }
  return most;
}

}  // namespace sepax
