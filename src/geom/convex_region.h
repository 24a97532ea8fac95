#pragma once

#include "geom/convex.h"
#include "geom/portable_math.h"
#include "geom/types.h"

#include <cmath>
#include <optional>
#include <span>
#include <vector>

namespace sepax {

[[nodiscard]] inline double scalarOf(const Vec2& a, const Vec2& b) { return a.x * b.x + a.y * b.y; }
[[nodiscard]] inline double length2(const Vec2& v) { return portable::hypot(v.x, v.y); }

/// A side of a convex region: from boundary point to boundary point, counter-clockwise. Its length may be zero: it is
/// then a line that touches a disc.
struct RegionSide {
  Vec2 start{0.0}, end{0.0};
  Vec2 normal{1, 0};  ///< unit, outward
  double offset = 0;  ///< of the side's line along the normal, metres
};

/// A corner of a convex region, rounded by a radius that may be zero. Its normals turn counter-clockwise from those of
/// the side before to those of the side after, by half a turn at most.
struct RegionCorner {
  Vec2 centre{0.0};
  double radius = 0;
  Vec2 from{1, 0}, to{1, 0};
  int vertex = -1;  ///< of the features that the region was made of
  /// Whether a direction is between both normals. The opposite one of a corner that hardly turns is not.
  [[nodiscard]] bool spans(const Vec2& direction) const {
    constexpr double kHalfTurn = 1e-9;
    const Vec2 middle = from + to;
    return from.x * direction.y - from.y * direction.x >= 0 && direction.x * to.y - direction.y * to.x >= 0 &&
           middle.x * direction.x + middle.y * direction.y >=
               -kHalfTurn * (std::abs(direction.x) + std::abs(direction.y));
  }
};

/// A convex region of the plane that straight sides and arcs bound, the convex hull of discs and points, metres. Side i
/// follows corner i. Segments have two sides, points and discs four of no length.
struct ConvexRegion {
  std::vector<RegionCorner> corners;
  std::vector<RegionSide> sides;
  Vec2 min{0.0}, max{0.0};  ///< bounds
  bool straight = true;     ///< no corner is rounded

  /// Euclidean distance of a point from the boundary, negative inside.
  [[nodiscard]] double signedDistance(const Vec2& point) const;
  /// The largest distance of a side's line from the region, seen from the side: its width, metres.
  [[nodiscard]] double width() const;
};

/// The region that planar features cover; none for ellipses, whose boundary is not made of arcs.
[[nodiscard]] std::optional<ConvexRegion> regionOf(const ConvexFeatures& planar);

/// The rounding of the coordinates of regions, metres.
[[nodiscard]] double roundingOf(std::span<const ConvexRegion> regions);

/// The convex hull of points.
[[nodiscard]] ConvexRegion hullRegion(const std::vector<Vec2>& points);

/// All translations of B that make it meet A: A ⊕ (−B).
[[nodiscard]] ConvexRegion minkowskiDifference(const ConvexRegion& a, const ConvexRegion& b);

}  // namespace sepax
