#pragma once

#include "geom/portable_math.h"
#include "geom/shape.h"

#include <cmath>
#include <optional>
#include <vector>

namespace sepax {

/// A part of a shape as the file has it: a closed outline, counter-clockwise, or a line, grown by a radius. Relative to
/// A's centre.
struct Loop {
  std::vector<Vec2> corners;
  bool closed = false;
  double radius = 0;

  [[nodiscard]] std::size_t sides() const { return closed ? corners.size() : corners.size() - 1; }
  [[nodiscard]] Vec2 start(std::size_t side) const { return corners[side]; }
  [[nodiscard]] Vec2 end(std::size_t side) const { return corners[(side + 1) % corners.size()]; }
  [[nodiscard]] bool isThin() const { return !closed && radius == 0; }
};

inline double times(const Vec2& a, const Vec2& b) { return a.x * b.x + a.y * b.y; }
inline double turnOf(const Vec2& a, const Vec2& b) { return a.x * b.y - a.y * b.x; }
inline double sizeOfWay(const Vec2& v) { return portable::hypot(v.x, v.y); }
/// Unit, or zero of no way.
[[nodiscard]] Vec2 directionOf(const Vec2& way);
/// To the right of a way, as far as `distance`.
[[nodiscard]] Vec2 asideOf(const Vec2& way, double distance);

/// A shape's loops in body space; none for kinds that have curved or endless sides.
[[nodiscard]] std::optional<std::vector<Loop>> loopsOf(const Shape& shape);
/// As above in the world, from `origin`, of a shape that has loops.
[[nodiscard]] std::vector<Loop> loopsAt(const PosedShape& posed, const Vec3& origin);

/// The point between two that is nearest to `p`.
[[nodiscard]] Vec2 footOn(const Vec2& from, const Vec2& to, const Vec2& p);
/// The foot of a point on a loop's line.
[[nodiscard]] Vec2 footOn(const Loop& loop, const Vec2& p);
/// How often a closed loop winds around a point.
[[nodiscard]] int windingOf(const Loop& loop, const Vec2& p);
/// Signed distance of a point to a loop grown by its radius.
[[nodiscard]] double heightOver(const Loop& loop, const Vec2& p);

}  // namespace sepax
