#pragma once

#include "geom/polygon.h"
#include "geom/shape.h"

#include <array>
#include <cstddef>
#include <optional>
#include <span>

namespace sepax {

/// A convex polygon of few corners, as polygonManifold takes it.
struct ConvexOutline {
  static constexpr std::size_t kMaxCorners = 8;

  /// Body space, counter-clockwise, two corners side by side; of an odd number the first stands once more at the end.
  /// Edge i starts at corner i, its normal is unit and points out.
  struct Two {
    double x[2]{}, y[2]{}, normal_x[2]{}, normal_y[2]{};
  };
  std::size_t count = 0;
  double size = 0;    ///< longest side of its bounds
  double radius = 0;  ///< of the farthest corner from the body's origin
  std::array<Two, kMaxCorners / 2> corners;
};

/// The outline of a valid polygon; collinear corners are left out. Nullopt where it is not convex or has more corners.
[[nodiscard]] std::optional<ConvexOutline> convexOutline(const Polygon& polygon);

/// Where a planar body is: its origin, cosine and sine of its angle.
struct PlanarPose {
  Vec2 position{0.0};
  double cosine = 1, sine = 0;
};

/// Where two convex polygons meet, without the explanation of Manifold (collide/contacts/manifold.h).
struct PolygonManifold {
  struct Point {
    Vec2 position{0.0};     ///< world, midway between the outlines
    double separation = 0;  ///< metres along the normal, negative inside
  };
  Vec2 normal{0.0};       ///< unit, world, from A to B
  double separation = 0;  ///< metres: the largest over the edges of both, negative when overlapping
  std::size_t count = 0;  ///< of the points: one or two
  std::array<Point, 2> points;
};

/// The contacts of two convex polygons that overlap or are at most `touching` metres apart along an edge's normal;
/// false when they are farther apart, or circles around them are. Doubles, no skin. The edge whose normal separates
/// most is the reference, of equals one of A (the tie of geom/tolerances.h); the other's most opposed edge is clipped
/// against its ends (Sutherland and Hodgman 1974), and of the two points those that are not above it are kept.
[[nodiscard]] bool polygonManifold(const ConvexOutline& a, const PlanarPose& pose_a, const ConvexOutline& b,
                                   const PlanarPose& pose_b, double touching, PolygonManifold& out);

}  // namespace sepax
