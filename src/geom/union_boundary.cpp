#include "geom/union_boundary.h"

#include "geom/box_tree.h"
#include "geom/portable_math.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

namespace sepax {

namespace {

/// Stretches up to this many tolerances long are rounding.
constexpr double kShortest = 64;

using Stretch = std::pair<double, double>;

/// An angle moved by full turns to be at least `from`.
double turnedTo(double angle, double from) {
  const double turns = std::ceil((from - angle) / (2 * M_PI));
  return angle + 2 * M_PI * turns;
}

/// Parameters of a side where it may cross the boundary of a region shrunk by the tolerance.
void addCrossingsOfSide(const BoundaryPart& part, const ConvexRegion& other, double tolerance,
                        std::vector<double>& out) {
  for (const RegionSide& side : other.sides) {
    const double speed = scalarOf(side.normal, part.along);
    if (speed != 0) out.push_back((side.offset - tolerance - scalarOf(side.normal, part.at)) / speed);
  }
  const double squared = scalarOf(part.along, part.along);
  for (const RegionCorner& corner : other.corners) {
    const double radius = corner.radius - tolerance;
    if (radius <= 0) continue;
    const Vec2 from = part.at - corner.centre;
    const double half = scalarOf(from, part.along);
    const double inside = half * half - squared * (scalarOf(from, from) - radius * radius);
    if (inside <= 0) continue;
    const double root = std::sqrt(inside);
    out.insert(out.end(), {(-half - root) / squared, (-half + root) / squared});
  }
}

/// As above of an arc: angles.
void addCrossingsOfArc(const BoundaryPart& part, const ConvexRegion& other, double tolerance,
                       std::vector<double>& out) {
  const double own = part.along.x;
  const auto addAround = [&](const Vec2& direction, double cosine) {
    if (!(std::abs(cosine) < 1)) return;
    const double middle = portable::atan2(direction.y, direction.x), turn = portable::acos(cosine);
    out.insert(out.end(), {turnedTo(middle - turn, part.from), turnedTo(middle + turn, part.from)});
  };
  for (const RegionSide& side : other.sides)
    addAround(side.normal, (side.offset - tolerance - scalarOf(side.normal, part.at)) / own);
  for (const RegionCorner& corner : other.corners) {
    const double radius = corner.radius - tolerance;
    const Vec2 way = corner.centre - part.at;
    const double apart = portable::hypot(way.x, way.y);
    if (radius > 0 && apart > 0) addAround(way, (own * own + apart * apart - radius * radius) / (2 * own * apart));
  }
}

}  // namespace

namespace {

/// Calls `take(element, is_arc)` for each part of a region's boundary.
template <class Take>
void forEachElement(const ConvexRegion& region, Take&& take) {
  if (region.min == region.max) return take(0, false);
  for (std::size_t i = 0; i < region.sides.size(); ++i) {
    if (region.sides[i].start != region.sides[i].end) take(static_cast<int>(i), false);
    const RegionCorner& corner = region.corners[i];
    if (corner.radius > 0 && corner.from != corner.to) take(static_cast<int>(i), true);
  }
}

BoundaryPart partOf(const ConvexRegion& region, int index, int element, bool is_arc) {
  if (region.min == region.max) return {index, 0, false, 0, 1, region.min, Vec2{0.0}};
  const auto i = static_cast<std::size_t>(element);
  const RegionSide& side = region.sides[i];
  if (!is_arc) return {index, element, false, 0, 1, side.start, side.end - side.start};
  const RegionCorner& corner = region.corners[i];
  const double from = portable::atan2(corner.from.y, corner.from.x);
  const double turn =
      portable::atan2(corner.from.x * corner.to.y - corner.from.y * corner.to.x, scalarOf(corner.from, corner.to));
  return {index, element, true, from, from + std::abs(turn), corner.centre, {corner.radius, 0}};
}

/// The distance of a point from a part of a region's boundary, without the angles of an arc.
double distanceToElement(const ConvexRegion& region, int element, bool is_arc, const Vec2& point) {
  const auto i = static_cast<std::size_t>(element);
  const auto distanceTo = [&](const Vec2& p) { return portable::hypot(p.x - point.x, p.y - point.y); };
  if (is_arc) {
    const RegionCorner& corner = region.corners[i];
    if (corner.spans(point - corner.centre)) return std::abs(distanceTo(corner.centre) - corner.radius);
    return std::min(distanceTo(corner.centre + corner.radius * corner.from),
                    distanceTo(corner.centre + corner.radius * corner.to));
  }
  if (region.min == region.max) return distanceTo(region.min);
  const RegionSide& side = region.sides[i];
  const Vec2 along = side.end - side.start;
  const double at = scalarOf(point - side.start, along) / scalarOf(along, along);
  return distanceTo(side.start + std::clamp(at, 0.0, 1.0) * along);
}

}  // namespace

std::vector<BoundaryPart> partsOf(const ConvexRegion& region, int index) {
  std::vector<BoundaryPart> parts;
  forEachElement(region, [&](int element, bool is_arc) { parts.push_back(partOf(region, index, element, is_arc)); });
  return parts;
}

void addCrossingsOfPart(const BoundaryPart& part, const ConvexRegion& other, double tolerance,
                        std::vector<double>& out) {
  part.is_arc ? addCrossingsOfArc(part, other, tolerance, out) : addCrossingsOfSide(part, other, tolerance, out);
}

namespace {

/// The stretch of a side that a region with sharp corners hides; empty when from ≥ to.
Stretch hiddenByStraight(const BoundaryPart& part, const ConvexRegion& other, double tolerance) {
  Stretch hidden{part.from, part.to};
  for (const RegionSide& side : other.sides) {
    const double speed = scalarOf(side.normal, part.along);
    const double room = side.offset - tolerance - scalarOf(side.normal, part.at);
    if (speed > 0) {
      hidden.second = std::min(hidden.second, room / speed);
    } else if (speed < 0) {
      hidden.first = std::max(hidden.first, room / speed);
    } else if (room <= 0) {
      return {0, 0};
    }
    if (hidden.first >= hidden.second) return {0, 0};
  }
  return hidden;
}

/// Adds the stretches of a part that another region hides.
void addHidden(const BoundaryPart& part, const ConvexRegion& other, double tolerance, std::vector<Stretch>& hidden) {
  if (!part.is_arc && other.straight) {
    const Stretch found = hiddenByStraight(part, other, tolerance);
    if (found.first < found.second) hidden.push_back(found);
    return;
  }
  std::vector<double> ends{part.from, part.to};
  addCrossingsOfPart(part, other, tolerance, ends);
  std::erase_if(ends, [&](double t) { return !(t >= part.from && t <= part.to); });
  std::sort(ends.begin(), ends.end());
  for (std::size_t i = 0; i + 1 < ends.size(); ++i) {
    if (ends[i] < ends[i + 1] && other.signedDistance(part.point((ends[i] + ends[i + 1]) / 2)) < -tolerance)
      hidden.emplace_back(ends[i], ends[i + 1]);
  }
}

struct Bounds2 {
  Vec2 min, max;
};

Bounds2 boundsOfPart(const BoundaryPart& part) {
  if (part.is_arc) return {part.at - part.along.x, part.at + part.along.x};
  const Vec2 end = part.at + part.along;
  return {glm::min(part.at, end), glm::max(part.at, end)};
}

/// The room that freeOf works in, for one part after the other.
struct FreeRoom {
  std::vector<Stretch> hidden, free;
};

/// The stretches of a part that no other region hides, in order; `order` is the order in which the others are asked.
/// Valid until the next call with the same room.
const std::vector<Stretch>& freeOf(const BoundaryPart& part, const RegionUnion& all, const std::vector<int>& order,
                                   FreeRoom& room) {
  const Bounds2 box = boundsOfPart(part);
  const int bounding = static_cast<int>(all.bounding);
  std::vector<Stretch> &hidden = room.hidden, &free = room.free;
  hidden.clear();
  const auto setFree = [&] {
    std::sort(hidden.begin(), hidden.end());
    free.clear();
    double at = part.from;
    for (const Stretch& stretch : hidden) {
      if (stretch.first > at) free.emplace_back(at, stretch.first);
      at = std::max(at, stretch.second);
    }
    if (at < part.to) free.emplace_back(at, part.to);
  };
  std::size_t next_look = 8;  // thousands may hide it bit by bit: we look now and then whether they have done so
  for (const int index : order) {
    const ConvexRegion& other = all.regions[static_cast<std::size_t>(index)];
    if (index == part.region || other.min.x > box.max.x || other.max.x < box.min.x || other.min.y > box.max.y ||
        other.max.y < box.min.y) {
      continue;
    }
    addHidden(part, other, index < bounding ? all.tolerance : all.bridge_tolerance, hidden);
    if (!hidden.empty() && hidden.back() == Stretch{part.from, part.to}) {
      free.clear();
      return free;
    }
    if (hidden.size() < next_look) continue;
    next_look = 2 * hidden.size();
    setFree();
    if (free.empty()) return free;
  }
  setFree();
  return free;
}

}  // namespace

Vec2 BoundaryPart::point(double parameter) const {
  return is_arc ? at + along.x * Vec2{portable::cos(parameter), portable::sin(parameter)} : at + parameter * along;
}

Vec2 BoundaryPart::normal(const ConvexRegion& of, double parameter) const {
  return is_arc ? Vec2{portable::cos(parameter), portable::sin(parameter)}
                : of.sides[static_cast<std::size_t>(element)].normal;
}

double BoundaryPart::nearestTo(const Vec2& place, double low, double high) const {
  const Vec2 way = place - at;
  if (!is_arc) {
    const double squared = scalarOf(along, along);
    return squared > 0 ? std::clamp(scalarOf(way, along) / squared, low, high) : low;
  }
  const double angle = turnedTo(portable::atan2(way.y, way.x), low);
  if (angle <= high) return angle;
  const Vec2 to_low = point(low) - place, to_high = point(high) - place;
  return scalarOf(to_low, to_low) <= scalarOf(to_high, to_high) ? low : high;
}

std::vector<BoundaryPart> boundaryOf(const RegionUnion& all, const Vec2& low, const Vec2& high) {
  constexpr std::size_t kManyRegions = 256;  ///< from which on a tree finds those that meet one
  std::vector<int> order;
  for (std::size_t i = 0; i < all.regions.size(); ++i) order.push_back(static_cast<int>(i));
  BoxTree tree;
  if (all.regions.size() >= kManyRegions) {
    std::vector<MinMaxBox> boxes;
    for (const ConvexRegion& region : all.regions) boxes.push_back({Vec3(region.min, 0), Vec3(region.max, 0)});
    tree = boxTree(boxes);
  }
  const auto setMeeting = [&](const ConvexRegion& region) {
    order.clear();
    const Vec2 from = region.min - all.tolerance, to = region.max + all.tolerance;
    visitItems(
        tree,
        [&](const MinMaxBox& box) {
          return box.min.x <= to.x && box.max.x >= from.x && box.min.y <= to.y && box.max.y >= from.y;
        },
        [&](int item) { order.push_back(item); });
  };
  std::vector<BoundaryPart> out;
  FreeRoom room;
  const auto isOutside = [&](const Vec2& min, const Vec2& max) {
    return min.x > high.x || min.y > high.y || max.x < low.x || max.y < low.y;
  };
  for (std::size_t i = 0; i < all.bounding; ++i) {
    if (isOutside(all.regions[i].min, all.regions[i].max)) continue;
    if (!tree.nodes.empty()) setMeeting(all.regions[i]);
    for (BoundaryPart part : partsOf(all.regions[i], static_cast<int>(i))) {
      if (const Bounds2 box = boundsOfPart(part); isOutside(box.min, box.max)) continue;
      const double extent = part.is_arc ? part.along.x : portable::hypot(part.along.x, part.along.y);
      for (const auto& [from, to] : freeOf(part, all, order, room)) {
        if (extent > 0 && (to - from) * extent <= kShortest * all.tolerance) continue;
        part.from = from;
        part.to = to;
        out.push_back(part);
      }
    }
  }
  return out;
}

std::optional<FreePlace> nearestFree(const RegionUnion& all, const Vec2& from, double limit) {
  const auto distanceTo = [&](const Vec2& p) { return portable::hypot(p.x - from.x, p.y - from.y); };
  std::vector<std::pair<double, int>> depths;
  struct Element {
    double distance;
    int region, element;
    bool is_arc;
  };
  std::vector<Element> elements;
  for (std::size_t i = 0; i < all.regions.size(); ++i) {
    const ConvexRegion& region = all.regions[i];
    const Vec2 nearest = glm::clamp(from, region.min, region.max);
    if (distanceTo(nearest) > limit) continue;
    depths.emplace_back(region.signedDistance(from), static_cast<int>(i));
    if (i >= all.bounding) continue;
    forEachElement(region, [&](int element, bool is_arc) {
      const double distance = distanceToElement(region, element, is_arc, from);
      if (distance < limit) elements.push_back({distance, static_cast<int>(i), element, is_arc});
    });
  }
  std::sort(depths.begin(), depths.end());
  std::vector<int> order;
  for (const auto& [depth, index] : depths) order.push_back(index);
  std::sort(elements.begin(), elements.end(), [](const Element& p, const Element& q) {
    return std::tie(p.distance, p.region, p.element, p.is_arc) < std::tie(q.distance, q.region, q.element, q.is_arc);
  });

  std::optional<FreePlace> best;
  double least = limit;
  FreeRoom room;
  for (const auto& [distance, region, element, is_arc] : elements) {
    if (distance >= least) break;
    const BoundaryPart part = partOf(all.regions[static_cast<std::size_t>(region)], region, element, is_arc);
    for (const auto& [low, high] : freeOf(part, all, order, room)) {
      const double at = part.nearestTo(from, low, high);
      const Vec2 point = part.point(at);
      const double apart = distanceTo(point);
      if (apart >= least) continue;
      least = apart;
      const ConvexRegion& own = all.regions[static_cast<std::size_t>(part.region)];
      const bool across = at > low && at < high;
      Vec2 normal = across || apart == 0 ? part.normal(own, at) : (point - from) / apart;
      if (scalarOf(normal, point - from) < 0) normal = -normal;  // in a slit: the side that is farther away
      best = FreePlace{point, apart, part, normal, across};
      best->part.from = low;
      best->part.to = high;
    }
  }
  return best;
}

std::optional<FreePlace> nearestFreeWithin(const ConvexRegion& window, const RegionUnion& all, const Vec2& from,
                                           double limit) {
  const auto distanceTo = [&](const Vec2& p) { return portable::hypot(p.x - from.x, p.y - from.y); };
  const auto isFree = [&](const Vec2& p) {
    return std::all_of(all.regions.begin(), all.regions.end(),
                       [&](const ConvexRegion& region) { return region.signedDistance(p) >= -all.tolerance; });
  };
  if (window.signedDistance(from) <= 0 && isFree(from)) return FreePlace{from, 0, {}, {1, 0}, true};
  std::vector<int> order(all.regions.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int>(i);
  std::vector<BoundaryPart> parts = partsOf(window, -1);
  for (std::size_t i = 0; i < all.bounding; ++i) {
    for (BoundaryPart part : partsOf(all.regions[i], static_cast<int>(i))) {
      const Stretch inside = hiddenByStraight(part, window, 0);
      if (inside.first >= inside.second) continue;
      part.from = inside.first;
      part.to = inside.second;
      parts.push_back(part);
    }
  }
  std::optional<FreePlace> best;
  FreeRoom room;
  for (const BoundaryPart& part : parts) {
    if (distanceTo(part.point(part.nearestTo(from, part.from, part.to))) >= limit) continue;
    for (const auto& [low, high] : freeOf(part, all, order, room)) {
      const Vec2 point = part.point(part.nearestTo(from, low, high));
      const double apart = distanceTo(point);
      if (apart >= limit) continue;
      limit = apart;
      best = FreePlace{point, apart, part, {1, 0}, false};
    }
  }
  return best;
}

}  // namespace sepax
