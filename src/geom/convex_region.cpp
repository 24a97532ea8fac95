#include "geom/convex_region.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "geom/oriented_box.h"

namespace sepax {

namespace {

struct Disc {
  Vec2 centre;
  double radius = 0;
  int vertex = -1;
};

/// Grows with the angle of a direction, from −2 to 2, without trigonometry.
double angleOrder(const Vec2& v) {
  const double share = v.y / (std::abs(v.x) + std::abs(v.y));
  return v.x >= 0 ? share : v.y >= 0 ? 2 - share : -2 - share;
}

void addSide(ConvexRegion& region, const Disc& before, const Disc& after, const Vec2& normal) {
  const Vec2 from = region.sides.empty() ? Vec2{0.0} : region.sides.back().normal;
  region.corners.push_back({before.centre, before.radius, from, normal, before.vertex});
  const Vec2 start = before.centre + before.radius * normal, end = after.centre + after.radius * normal;
  region.sides.push_back({start, end, normal, std::max(scalarOf(normal, start), scalarOf(normal, end))});
}

/// Closes the ring of sides, and measures it.
void finish(ConvexRegion& region) {
  region.corners.front().from = region.sides.back().normal;
  region.min = Vec2{kInfinity};
  region.max = Vec2{-kInfinity};
  for (const RegionCorner& corner : region.corners) {
    region.straight = region.straight && corner.radius == 0;
    region.min = glm::min(region.min, corner.centre - corner.radius);
    region.max = glm::max(region.max, corner.centre + corner.radius);
  }
}

/// The hull of discs of one radius, given counter-clockwise.
ConvexRegion regionOfLoop(std::vector<Disc> loop) {
  const auto is_same = [](const Disc& p, const Disc& q) { return p.centre == q.centre; };
  loop.erase(std::unique(loop.begin(), loop.end(), is_same), loop.end());
  if (loop.size() > 1 && is_same(loop.front(), loop.back())) loop.pop_back();
  ConvexRegion region;
  const std::size_t n = loop.size();
  region.corners.reserve(std::max(n, std::size_t{4}));
  region.sides.reserve(std::max(n, std::size_t{4}));
  if (n == 1) {
    for (const Vec2& normal : {Vec2{1, 0}, Vec2{0, 1}, Vec2{-1, 0}, Vec2{0, -1}})
      addSide(region, loop[0], loop[0], normal);
  }
  for (std::size_t i = 0; n > 1 && i < n; ++i) {
    const Disc &from = loop[i], &to = loop[(i + 1) % n];
    const Vec2 along = (to.centre - from.centre) / length2(to.centre - from.centre);
    addSide(region, from, to, {along.y, -along.x});
  }
  finish(region);
  return region;
}

/// A sphere cone of the plane, grown by a radius: the hull of a large disc and a small one.
ConvexRegion regionOfDrop(const CurvedCore& cone, double grown) {
  const Vec3 &axis = cone.axis(), bottom = cone.bottom(), top = cone.top();
  const Disc large{{bottom.x, bottom.y}, cone.radius + grown, 0}, small{{top.x, top.y}, grown, 1};
  const Vec2 up{axis.x, axis.y}, right{axis.y, -axis.x};
  const double sine = cone.lateralSine(), cosine = cone.lateralCosine();
  ConvexRegion region;
  addSide(region, large, large, -up);
  addSide(region, large, small, cosine * right + sine * up);
  addSide(region, small, large, -cosine * right + sine * up);
  finish(region);
  return region;
}

}  // namespace

double ConvexRegion::signedDistance(const Vec2& point) const {
  double most = -kInfinity;
  for (const RegionSide& side : sides) most = std::max(most, scalarOf(side.normal, point) - side.offset);
  for (const RegionCorner& corner : corners) {
    const Vec2 from_centre = point - corner.centre;
    if (corner.spans(from_centre)) most = std::max(most, length2(from_centre) - corner.radius);
  }
  return most;
}

double ConvexRegion::width() const {
  double least = kInfinity;
  for (const RegionSide& side : sides) {
    double farthest = -kInfinity;
    for (const RegionCorner& corner : corners)
      farthest = std::max(farthest, side.offset - scalarOf(side.normal, corner.centre) + corner.radius);
    least = std::min(least, farthest);
  }
  return least;
}

std::optional<ConvexRegion> regionOf(const ConvexFeatures& planar) {
  if (planar.curved) {
    if (planar.curved->kind != CurvedKind::kDrop) return std::nullopt;
    return regionOfDrop(*planar.curved, planar.radius);
  }
  std::vector<Disc> loop;
  const auto add = [&](int v) {
    const Vec3& at = planar.core.vertices[static_cast<std::size_t>(v)];
    loop.push_back({{at.x, at.y}, planar.radius, v});
  };
  if (!planar.core.faces.empty()) {
    for (const int v : planar.core.faces[0].loop) add(v);
  } else if (!planar.core.edges.empty()) {
    add(planar.core.edges[0].v0);
    add(planar.core.edges[0].v1);
  } else {
    add(0);
  }
  return regionOfLoop(std::move(loop));
}

double roundingOf(std::span<const ConvexRegion> regions) {
  double farthest = 0;
  for (const ConvexRegion& region : regions) {
    const Vec2 far = glm::max(glm::abs(region.min), glm::abs(region.max));
    farthest = std::max({farthest, far.x, far.y});
  }
  return 64 * kEpsilon * farthest;
}

ConvexRegion hullRegion(const std::vector<Vec2>& points) {
  std::vector<Disc> loop;
  for (const int v : planarHull(points)) loop.push_back({points[static_cast<std::size_t>(v)], 0, v});
  return regionOfLoop(std::move(loop));
}

ConvexRegion minkowskiDifference(const ConvexRegion& a, const ConvexRegion& b) {
  struct Turn {
    double order;
    bool of_a;
    std::size_t side;
  };
  // Around each shape from where the angle starts anew, so that parallel sides keep their order.
  const auto turnsOf = [](const ConvexRegion& region, bool of_a) {
    const std::size_t n = region.sides.size();
    std::vector<double> orders;
    orders.reserve(n);
    for (const RegionSide& side : region.sides) orders.push_back(angleOrder(of_a ? side.normal : -side.normal));
    std::size_t start = 0;
    for (std::size_t i = 0; i < n; ++i) {
      if (orders[(i + n - 1) % n] - orders[i] > orders[(start + n - 1) % n] - orders[start]) start = i;
    }
    std::vector<Turn> out;
    out.reserve(n);
    for (std::size_t k = 0; k < n; ++k) {
      const std::size_t i = (start + k) % n;
      out.push_back({k == 0 ? orders[i] : std::max(orders[i], out.back().order), of_a, i});
    }
    return out;
  };
  const std::vector<Turn> turns_a = turnsOf(a, true), turns_b = turnsOf(b, false);
  std::vector<Turn> turns;
  turns.reserve(turns_a.size() + turns_b.size());
  std::merge(turns_a.begin(), turns_a.end(), turns_b.begin(), turns_b.end(), std::back_inserter(turns),
             [](const Turn& p, const Turn& q) { return p.order < q.order; });
  const auto discOf = [](const ConvexRegion& region, std::size_t corner) {
    const RegionCorner& c = region.corners[corner % region.corners.size()];
    return Disc{c.centre, c.radius, -1};
  };
  Disc on_a = discOf(a, turns_a.front().side), on_b = discOf(b, turns_b.front().side);
  const auto sum = [&] { return Disc{on_a.centre - on_b.centre, on_a.radius + on_b.radius, -1}; };
  ConvexRegion region;
  region.corners.reserve(turns.size());
  region.sides.reserve(turns.size());
  for (const Turn& turn : turns) {
    const Disc before = sum();
    (turn.of_a ? on_a : on_b) = discOf(turn.of_a ? a : b, turn.side + 1);
    addSide(region, before, sum(), turn.of_a ? a.sides[turn.side].normal : -b.sides[turn.side].normal);
  }
  finish(region);
  return region;
}

}  // namespace sepax
