#include "geom/convex_region.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <numeric>
#include <utility>

#include "geom/minimum_box.h"
#include "geom/portable_math.h"

namespace sepax {

namespace {

double scalarOf(const Vec2& a, const Vec2& b) { return a.x * b.x + a.y * b.y; }
double length2(const Vec2& v) { return portable::hypot(v.x, v.y); }

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
    for (const RegionSide& side : region.sides) orders.push_back(angleOrder(of_a ? side.normal : -side.normal));
    std::size_t start = 0;
    for (std::size_t i = 0; i < n; ++i) {
      if (orders[(i + n - 1) % n] - orders[i] > orders[(start + n - 1) % n] - orders[start]) start = i;
    }
    std::vector<Turn> out;
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

namespace {

/// Half way from a point of the boundary along the inward normal to the far side.
Vec2 halfWayIn(const ConvexRegion& region, const Vec2& from, const Vec2& inward) {
  double through = kInfinity;
  for (const RegionSide& side : region.sides) {
    const double speed = scalarOf(side.normal, inward);
    if (speed > kEpsilon) through = std::min(through, (side.offset - scalarOf(side.normal, from)) / speed);
  }
  // Behind a rounded corner the lines of the sides are too far.
  Vec2 end = from + inward * (through / 2);
  for (int half = 0; half < 8 && region.signedDistance(end) >= 0; ++half) end = (from + end) / 2.0;
  return end;
}

bool areBoxesApart(const ConvexRegion& a, const ConvexRegion& b, double tolerance) {
  return a.min.x > b.max.x + tolerance || b.min.x > a.max.x + tolerance || a.min.y > b.max.y + tolerance ||
         b.min.y > a.max.y + tolerance;
}

/// Sine of the angle up to which directions count as one.
constexpr double kSameLine = 1e-9;

/// The kites over the sides that two regions share along a wanted direction, and the ends of those stretches.
void addKites(const ConvexRegion& a, const ConvexRegion& b, const Vec2& wanted, double tolerance,
              std::vector<ConvexRegion>& kites, std::vector<Vec2>& ends) {
  for (const RegionSide& side : a.sides) {
    const double long_side = length2(side.end - side.start);
    if (long_side <= 2 * tolerance || std::abs(scalarOf(side.normal, wanted)) > kSameLine) continue;
    const Vec2 along = (side.end - side.start) / long_side;
    for (const RegionSide& other : b.sides) {
      const auto heightOf = [&](const Vec2& p) { return std::abs(scalarOf(side.normal, p) - side.offset); };
      if (scalarOf(side.normal, other.normal) > 0 || std::max(heightOf(other.start), heightOf(other.end)) > tolerance)
        continue;
      const double from = std::max(0.0, scalarOf(other.end - side.start, along)),
                   to = std::min(long_side, scalarOf(other.start - side.start, along));
      if (to - from <= 2 * tolerance) continue;
      const Vec2 u = side.start + from * along, v = side.start + to * along, middle = (u + v) / 2.0;
      const Vec2 in_b = halfWayIn(b, middle, side.normal), in_a = halfWayIn(a, middle, -side.normal);
      if (std::min(length2(in_b - middle), length2(in_a - middle)) <= tolerance) continue;  // a line is no cut
      kites.push_back(hullRegion({u, in_b, v, in_a}));
      ends.insert(ends.end(), {u, v});
    }
  }
}

/// The directions from a point that lead into a region, and whether its boundary leaves along an arc at either end:
/// beside that a cusp is free.
struct ConeOfWays {
  double from, turn;
  bool bends_from, bends_to;
};

/// The cone of a region at a point of its boundary; `room`: how far around the point no other side begins.
ConeOfWays coneAt(const ConvexRegion& region, const Vec2& point, double tolerance, double& room) {
  ConeOfWays cone{-M_PI, 2 * M_PI, false, false};
  bool first = true;
  const auto isAt = [&](const Vec2& place) { return length2(point - place) <= tolerance; };
  // The free directions are those outward of some side or arc that the point is on.
  const auto cut = [&](const Vec2& normal, bool bends_on, bool bends_back) {
    const double start = std::atan2(normal.x, -normal.y);  // along the boundary, to its left is the inside
    const double later = first ? 0 : std::remainder(start - cone.from, 2 * M_PI);
    if (first) {
      cone = {start, M_PI, bends_on, bends_back};
    } else if (later > 0) {
      cone = {start, cone.turn - later, bends_on, cone.bends_to};
    } else if (M_PI + later < cone.turn) {
      cone.turn = M_PI + later;
      cone.bends_to = bends_back;
    }
    first = false;
  };
  for (std::size_t i = 0; i < region.sides.size(); ++i) {
    const RegionSide& side = region.sides[i];
    const RegionCorner &corner = region.corners[i], &next = region.corners[(i + 1) % region.corners.size()];
    if (const double height = side.offset - scalarOf(side.normal, point); height > tolerance) {
      room = std::min(room, height);
    } else {
      cut(side.normal, next.radius > tolerance && isAt(side.end), corner.radius > tolerance && isAt(side.start));
    }
    const Vec2 out = point - corner.centre;
    if (corner.radius <= tolerance || !corner.spans(out) || length2(out) < corner.radius - tolerance) continue;
    cut(out / length2(out), !isAt(corner.centre + corner.radius * corner.to),
        !isAt(corner.centre + corner.radius * corner.from));
  }
  return cone;
}

/// Whether the regions around a point that lies in none of them leave no direction free; and how far around it no other
/// side begins.
bool isSurrounded(std::span<const ConvexRegion> regions, const Vec2& point, double tolerance, double& room) {
  std::vector<ConeOfWays> cones;
  room = kInfinity;
  for (const ConvexRegion& region : regions) {
    const double distance = region.signedDistance(point);
    if (distance < -tolerance) return false;
    if (distance > tolerance) {
      room = std::min(room, distance);
    } else {
      cones.push_back(coneAt(region, point, tolerance, room));
    }
  }
  std::sort(cones.begin(), cones.end(), [](const ConeOfWays& p, const ConeOfWays& q) { return p.from < q.from; });
  constexpr double kSlack = 1e-9;
  if (cones.empty()) return false;
  double until = cones[0].from + cones[0].turn;
  bool bends = cones[0].bends_to;
  const auto reaches = [&](double from, bool bends_from) {
    return until >= from + (bends || bends_from ? kSlack : -kSlack);
  };
  for (int round = 0; round < 2; ++round) {
    for (const ConeOfWays& cone : cones) {
      const double from = cone.from + 2 * M_PI * round, to = from + cone.turn;
      if (!reaches(from, cone.bends_from)) continue;
      // Where two end together, the straight one goes on.
      bends = to > until + kSlack ? cone.bends_to : to >= until - kSlack ? bends && cone.bends_to : bends;
      until = std::max(until, to);
    }
  }
  return reaches(cones[0].from + 2 * M_PI, cones[0].bends_from);
}

}  // namespace

std::vector<RegionJoint> regionsNear(std::span<const ConvexRegion> regions, double tolerance) {
  std::vector<RegionJoint> out;
  std::vector<std::size_t> order(regions.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t i, std::size_t j) { return regions[i].min.x < regions[j].min.x; });
  for (std::size_t i = 0; i < order.size(); ++i) {
    const ConvexRegion& first = regions[order[i]];
    for (std::size_t j = i + 1; j < order.size() && regions[order[j]].min.x <= first.max.x + tolerance; ++j) {
      if (!areBoxesApart(first, regions[order[j]], tolerance)) out.push_back({order[i], order[j]});
    }
  }
  return out;
}

std::vector<ConvexRegion> bridgesOf(std::span<const ConvexRegion> regions, double tolerance) {
  return bridgesOver(regionsNear(regions, tolerance), regions, tolerance);
}

std::vector<ConvexRegion> bridgesOver(std::span<const RegionJoint> joints, std::span<const ConvexRegion> regions,
                                      double tolerance) {
  // Only regions that joints connect close a place together: beside others a room that fits exactly is free.
  std::vector<std::size_t> group(regions.size());
  std::iota(group.begin(), group.end(), std::size_t{0});
  const auto groupOf = [&](std::size_t region) {
    while (group[region] != region) region = group[region] = group[group[region]];
    return region;
  };
  std::vector<ConvexRegion> bridges;
  std::vector<std::pair<std::size_t, Vec2>> ends;
  for (const RegionJoint& joint : joints) {
    std::vector<Vec2> found;
    addKites(regions[joint.a], regions[joint.b], joint.along, tolerance, bridges, found);
    group[groupOf(joint.a)] = groupOf(joint.b);
    for (const Vec2& end : found) ends.emplace_back(joint.a, end);
  }
  std::map<std::size_t, std::vector<ConvexRegion>> of_group;
  for (std::size_t i = 0; !ends.empty() && i < regions.size(); ++i) of_group[groupOf(i)].push_back(regions[i]);
  for (const auto& [region, end] : ends) {
    bool in_a_kite = false;
    for (const ConvexRegion& bridge : bridges) in_a_kite = in_a_kite || bridge.signedDistance(end) < -tolerance;
    double room = 0;
    if (in_a_kite || !isSurrounded(of_group[groupOf(region)], end, tolerance, room)) continue;
    const double r = room / 4;
    if (!(r > 2 * tolerance && std::isfinite(r))) continue;
    const std::vector<Vec2> star{end + Vec2{r, 0}, end + Vec2{0, r}, end - Vec2{r, 0}, end - Vec2{0, r}};
    bridges.push_back(hullRegion(star));
  }
  return bridges;
}

}  // namespace sepax
