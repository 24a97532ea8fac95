#include "collide/outline/loop.h"

#include <algorithm>
#include <type_traits>
#include <utility>

#include "geom/chain.h"
#include "geom/compound_data.h"

namespace sepax {

Vec2 directionOf(const Vec2& way) { return Vec2{normalizedOr({way.x, way.y, 0}, Vec3{0.0})}; }

Vec2 asideOf(const Vec2& way, double distance) {
  const Vec2 along = directionOf(way);
  return distance * Vec2{along.y, -along.x};
}

namespace {

template <class S>
std::optional<Loop> loopOf(const S& s) {
  if constexpr (std::is_same_v<S, Rounded<Box2>> || std::is_same_v<S, Rounded<Polygon>>) {
    auto loop = loopOf(static_cast<const std::conditional_t<std::is_same_v<S, Rounded<Box2>>, Box2, Polygon>&>(s));
    loop->radius = s.margin;
    return loop;
  } else if constexpr (std::is_same_v<S, Polygon>) {
    return Loop{counterClockwise(s), true, 0};
  } else if constexpr (std::is_same_v<S, Box2> || std::is_same_v<S, FixedBox2>) {
    const Vec2 h = s.half_extents;
    if (h.x == 0 && h.y == 0) return Loop{{{0, 0}}, false, 0};
    if (h.x == 0 || h.y == 0) return Loop{{-h, h}, false, 0};
    return Loop{{-h, {h.x, -h.y}, h, {-h.x, h.y}}, true, 0};
  } else if constexpr (std::is_same_v<S, Circle>) {
    return Loop{{{0, 0}}, false, s.radius};
  } else if constexpr (std::is_same_v<S, Point2>) {
    return Loop{{{0, 0}}, false, 0};
  } else if constexpr (std::is_same_v<S, Segment2>) {
    if (s.half_length == 0) return Loop{{{0, 0}}, false, 0};
    return Loop{{{-s.half_length, 0}, {s.half_length, 0}}, false, 0};
  } else if constexpr (std::is_same_v<S, Capsule2>) {
    if (s.half_length == 0) return Loop{{{0, 0}}, false, s.radius};
    return Loop{{{-s.half_length, 0}, {s.half_length, 0}}, false, s.radius};
  } else if constexpr (std::is_same_v<S, Chain>) {
    return Loop{s.vertices, false, 0};
  } else {
    return std::nullopt;
  }
}

}  // namespace

std::optional<std::vector<Loop>> loopsOf(const Shape& shape) {
  if (const CompoundData* const compound = childrenOf(shape)) {
    std::vector<Loop> loops;
    for (const CompoundChild& child : compound->children) {
      auto own = loopsOf(child.shape);
      if (!own || !isPlanar(child.shape)) return std::nullopt;
      for (Loop& loop : *own) {
        for (Vec2& v : loop.corners) v = Vec2{toWorld(child.pose, {v.x, v.y, 0})};
        loops.push_back(std::move(loop));
      }
    }
    return loops;
  }
  auto loop = std::visit([](const auto& s) { return loopOf(s); }, static_cast<const ShapeVariant&>(shape));
  if (!loop) return std::nullopt;
  return std::vector<Loop>{std::move(*loop)};
}

std::vector<Loop> loopsAt(const PosedShape& posed, const Vec3& origin) {
  std::vector<Loop> loops = *loopsOf(posed.shape);
  const Pose pose{posed.pose.position - origin, posed.pose.rotation};
  for (Loop& loop : loops) {
    for (Vec2& v : loop.corners) v = Vec2{toWorld(pose, {v.x, v.y, 0})};
  }
  return loops;
}

Vec2 footOn(const Vec2& from, const Vec2& to, const Vec2& p) {
  const Vec2 along = to - from;
  const double squared = times(along, along);
  return squared > 0 ? from + std::clamp(times(p - from, along) / squared, 0.0, 1.0) * along : from;
}

Vec2 footOn(const Loop& loop, const Vec2& p) {
  Vec2 best = loop.corners[0];
  double least = sizeOfWay(best - p);
  for (std::size_t i = 0; i < loop.sides(); ++i) {
    const Vec2 foot = footOn(loop.start(i), loop.end(i), p);
    if (const double apart = sizeOfWay(foot - p); apart < least) {
      least = apart;
      best = foot;
    }
  }
  return best;
}

int windingOf(const Loop& loop, const Vec2& p) {
  int winding = 0;
  for (std::size_t i = 0; loop.closed && i < loop.sides(); ++i) {
    const Vec2 from = loop.start(i), to = loop.end(i);
    const double side = turnOf(to - from, p - from);
    if (from.y <= p.y && to.y > p.y && side > 0) ++winding;
    if (from.y > p.y && to.y <= p.y && side < 0) --winding;
  }
  return winding;
}

double heightOver(const Loop& loop, const Vec2& p) {
  const double away = sizeOfWay(footOn(loop, p) - p);
  return (windingOf(loop, p) != 0 ? -away : away) - loop.radius;
}

}  // namespace sepax
