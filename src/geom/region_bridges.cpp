#include "geom/region_bridges.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include "geom/portable_math.h"
#include "geom/union_boundary.h"

namespace sepax {

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
    if (std::abs(scalarOf(side.normal, wanted)) > kSameLine) continue;
    for (const RegionSide& other : b.sides) {
      const auto heightOf = [&](const Vec2& p) { return std::abs(scalarOf(side.normal, p) - side.offset); };
      if (scalarOf(side.normal, other.normal) > 0 || std::max(heightOf(other.start), heightOf(other.end)) > tolerance)
        continue;
      const double long_side = length2(side.end - side.start);
      if (long_side <= 2 * tolerance) continue;
      const Vec2 along = (side.end - side.start) / long_side;
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

/// Whether the line of a side of `a` parts it from `b` but for a tolerance.
bool hasDividingSide(const ConvexRegion& a, const ConvexRegion& b, double tolerance) {
  return std::ranges::any_of(a.sides, [&](const RegionSide& side) {
    return std::ranges::all_of(b.corners, [&](const RegionCorner& corner) {
      return scalarOf(side.normal, corner.centre) - corner.radius >= side.offset - tolerance;
    });
  });
}

/// Adds the points where the boundaries of overlapping regions cross; of others that touch, every common point ends a
/// common side or is a vertex.
void addCrossings(const ConvexRegion& a, const ConvexRegion& b, double tolerance, std::vector<Vec2>& points) {
  if (hasDividingSide(a, b, tolerance) || hasDividingSide(b, a, tolerance)) return;
  for (const BoundaryPart& part : partsOf(a, 0)) {
    std::vector<double> crossings{part.from};  // a vertex of `a` may be on `b`, where rounding hides the crossing
    addCrossingsOfPart(part, b, 0, crossings);
    for (const double at : crossings) {
      const Vec2 point = part.point(at);
      if (at >= part.from && at <= part.to && std::abs(b.signedDistance(point)) <= tolerance) points.push_back(point);
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
    const double start = portable::atan2(normal.x, -normal.y);  // along the boundary, to its left is the inside
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
bool isSurrounded(const std::vector<const ConvexRegion*>& regions, const Vec2& point, double tolerance, double& room) {
  std::vector<ConeOfWays> cones;
  room = kInfinity;
  for (const ConvexRegion* const one : regions) {
    const ConvexRegion& region = *one;
    const Vec2 apart = glm::max(region.min - point, point - region.max);
    if (std::max(apart.x, apart.y) > std::max(room, tolerance)) continue;  // nor is the region itself nearer
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
  std::vector<Vec2> found;
  for (const RegionJoint& joint : joints) {
    found.clear();
    addKites(regions[joint.a], regions[joint.b], joint.along, tolerance, bridges, found);
    if (joint.along == Vec2{0.0} && regions.size() > 2)
      addCrossings(regions[joint.a], regions[joint.b], tolerance, found);
    group[groupOf(joint.a)] = groupOf(joint.b);
    for (const Vec2& end : found) ends.emplace_back(joint.a, end);
  }
  std::map<std::size_t, std::vector<const ConvexRegion*>> of_group;
  for (std::size_t i = 0; !ends.empty() && i < regions.size(); ++i) of_group[groupOf(i)].push_back(&regions[i]);
  for (const auto& [region, end] : ends) {
    const bool in_a_kite = std::ranges::any_of(bridges, [&, &end = end](const ConvexRegion& bridge) {
      return glm::clamp(end, bridge.min, bridge.max) == end && bridge.signedDistance(end) < -tolerance;
    });
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
