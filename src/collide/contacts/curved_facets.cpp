#include "collide/contacts/curved_facets.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "geom/portable_math.h"
#include "geom/tolerances.h"

namespace sepax {

namespace {

constexpr int kN = kRoundSides;
constexpr double kOnCorner = 1e-10;  ///< of a side: a farthest point this near to a corner is the corner

/// Sine between axis and direction: below it the whole cap is farthest, and rounding must not choose a place on its
/// rim.
constexpr double kFlush = 1e-9;

/// Where around a cap the shape is farthest.
struct Farthest {
  int corner = 0;         ///< it is this corner, or lies between it and the next
  bool is_corner = true;  ///< so near to it that it is the corner
  Vec3 outward{1, 0, 0};  ///< unit, across the axis
};

Farthest farthestAround(const CurvedCore& core, const Vec3& direction) {
  const double x = dot(core.rotation[0], direction), z = dot(core.rotation[2], direction),
               across = portable::hypot(x, z);
  if (across <= kFlush) return {};
  const double sides = portable::atan2(z, x) * kN / (2 * M_PI) - 0.5, nearest = std::round(sides);
  const bool is_corner = std::abs(sides - nearest) <= kOnCorner;
  const int corner = static_cast<int>(is_corner ? nearest : std::floor(sides));
  return {(corner + 2 * kN) % kN, is_corner, core.rotation[0] * (x / across) + core.rotation[2] * (z / across)};
}

void addCorners(const CurvedCore& core, const Vec3& middle, Polytope& out) {
  static const auto kCorners = [] {
    std::array<std::array<double, 2>, kN> corners;
    for (int k = 0; k < kN; ++k)
      corners[k] = {portable::cos(2 * M_PI * (k + 0.5) / kN), portable::sin(2 * M_PI * (k + 0.5) / kN)};
    return corners;
  }();
  for (const auto& [cosine, sine] : kCorners) {
    out.vertices.push_back(middle + core.radius * (cosine * core.rotation[0] + sine * core.rotation[2]));
  }
}

/// The loop of a cap whose corners begin at `first`, and its edges; `extra` is the farthest corner's index. Angles run
/// from x to z, which is clockwise seen from the top.
void addLoop(int face, int first, bool is_top, const Farthest& farthest, int extra, Polytope& out) {
  for (int k = 0; k < kN; ++k) {
    const bool is_split = k == farthest.corner && !farthest.is_corner;
    const int next = first + (k + 1) % kN;
    out.edges.push_back({first + k, is_split ? extra : next, face, -1});
    out.faces[face].loop.push_back(first + k);
    if (is_split) out.faces[face].loop.push_back(extra);
  }
  if (!farthest.is_corner) out.edges.push_back({extra, first + (farthest.corner + 1) % kN, face, -1});
  if (is_top) std::reverse(out.faces[face].loop.begin(), out.faces[face].loop.end());
}

/// The shape, its facets still to be added.
ConvexFeatures withoutFacets(const ConvexFeatures& shape) {
  ConvexFeatures out;
  out.radius = shape.radius;
  out.planar = shape.planar;
  out.curved = shape.curved;
  return out;
}

/// A drop: its point, joined to where the side on which it leans touches the ball, and the ball's farthest point where
/// that is another.
ConvexFeatures dropTowards(const ConvexFeatures& shape, const Vec3& outward) {
  const CurvedCore& drop = *shape.curved;
  ConvexFeatures out = withoutFacets(shape);
  out.core.vertices = {drop.top()};
  const Vec3 farthest = drop.bottom() + drop.radius * outward;
  const double up = dot(drop.axis(), outward);
  // By products: nearly along the axis a difference is rounding, and not across it.
  const Vec3 side = normalizedOr(crossAccurate(crossAccurate(drop.axis(), outward), drop.axis()), Vec3{0.0});
  const bool has_side = side != Vec3{0.0};
  const Vec3 normal = drop.lateralCosine() * side + drop.lateralSine() * drop.axis();
  if (has_side) {
    out.core.vertices.push_back(drop.bottom() + drop.radius * normal);
    out.core.edges.push_back({0, 1, -1, -1});
  }
  const double rounding = kContactStraight * (2 * drop.half_length + drop.radius);
  const bool is_ball = drop.lean(up, 0) < 0;
  if (is_ball && (!has_side || dot(farthest - out.core.vertices[1], outward) > rounding))
    out.core.vertices.push_back(farthest);
  return out;
}

/// An ellipsoid: its farthest point. A disc that does not show its edge alone: a face with kRoundSides corners on its
/// rim, and that point.
ConvexFeatures ellipsoidTowards(const ConvexFeatures& shape, const Vec3& outward) {
  const CurvedCore& core = *shape.curved;
  ConvexFeatures out = withoutFacets(shape);
  const Vec3 along = core.halfAlong(outward);
  const Vec3 on_ball = normalizedOr(along, Vec3{0.0});
  const Vec3 farthest = core.centre + core.rotation * (core.half_axes * on_ball);
  const int across = shape.planar ? -1 : core.acrossDisc();
  const double facing = across >= 0 ? dot(core.rotation[across], outward) : 0;
  Polytope& polytope = out.core;
  if (std::abs(facing) <= kContactEdgeOn) {
    polytope.vertices = {farthest};
    return out;
  }
  const int u = (across + 1) % 3, v = (across + 2) % 3;
  const double sides = portable::atan2(on_ball[v], on_ball[u]) * kN / (2 * M_PI) - 0.5, nearest = std::round(sides);
  const bool flush = length(along) <= kFlush * core.longestHalfAxis();
  const bool is_corner = flush || std::abs(sides - nearest) <= kOnCorner;
  const int split = (static_cast<int>(std::floor(sides)) + 2 * kN) % kN;
  for (int k = 0; k < kN; ++k) {
    const double t = 2 * M_PI * (k + 0.5) / kN;
    polytope.vertices.push_back(core.centre + core.rotation[u] * (core.half_axes[u] * portable::cos(t)) +
                                core.rotation[v] * (core.half_axes[v] * portable::sin(t)));
  }
  if (!is_corner) polytope.vertices.push_back(farthest);
  polytope.faces.push_back({facing > 0 ? core.rotation[across] : -core.rotation[across], {}});
  std::vector<int>& loop = polytope.faces[0].loop;
  for (int k = 0; k < kN; ++k) {
    loop.push_back(k);
    if (!is_corner && k == split) loop.push_back(kN);
  }
  for (std::size_t i = 0; i < loop.size(); ++i) polytope.edges.push_back({loop[i], loop[(i + 1) % loop.size()], 0, -1});
  if (facing < 0) std::reverse(loop.begin(), loop.end());
  return out;
}

}  // namespace

ConvexFeatures facetsTowards(const ConvexFeatures& shape, const Vec3& outward) {
  if (!shape.curved) return shape;
  if (shape.curved->kind == CurvedKind::kDrop) return dropTowards(shape, outward);
  if (shape.curved->kind == CurvedKind::kEllipsoid) return ellipsoidTowards(shape, outward);
  const CurvedCore& core = *shape.curved;
  const bool cone = core.kind == CurvedKind::kCone;
  const Farthest farthest = farthestAround(core, outward);
  ConvexFeatures out = withoutFacets(shape);
  Polytope& polytope = out.core;
  addCorners(core, core.bottom(), polytope);
  if (cone) {
    polytope.vertices.push_back(core.top());
  } else {
    addCorners(core, core.top(), polytope);
  }
  int low = farthest.corner, high = cone ? kN : kN + farthest.corner;
  if (!farthest.is_corner) {
    low = static_cast<int>(polytope.vertices.size());
    polytope.vertices.push_back(core.bottom() + core.radius * farthest.outward);
    if (!cone) {
      high = low + 1;
      polytope.vertices.push_back(core.top() + core.radius * farthest.outward);
    }
  }
  polytope.edges.push_back({low, high, -1, -1});
  if (!cone) polytope.faces.push_back({core.axis(), {}});
  polytope.faces.push_back({-core.axis(), {}});
  const int base = cone ? 0 : 1;
  const double up = dot(core.axis(), outward);
  if (!cone && up > kContactEdgeOn) addLoop(0, kN, true, farthest, high, polytope);
  if (cone && up > kContactEdgeOn &&
      2 * core.half_length <= kContactStraight * core.radius) {  // a disc: its sides lie in one plane
    polytope.faces.push_back({core.axis(), {}});
    addLoop(1, 0, true, farthest, low, polytope);
  }
  if (up < -kContactEdgeOn) addLoop(base, 0, false, farthest, low, polytope);
  return out;
}

}  // namespace sepax
