#pragma once

#include "geom/convex.h"
#include "geom/shape.h"
#include "geom/types.h"

namespace sepax {

enum class PointPlace { kInside, kBoundary, kOutside };
/// "inside", "boundary", "outside".
[[nodiscard]] const char* pointPlaceName(PointPlace place);

/// Where a point lies against a shape. World, metres.
struct ContainsReport {
  bool inside = false;  ///< inside or on the boundary
  PointPlace place = PointPlace::kOutside;
  double signed_distance = 0;  ///< to the boundary, Euclidean: positive outside, negative inside
  Vec3 boundary_point{0.0};    ///< the boundary point next to the given one
  Vec3 normal{0.0};            ///< unit, outward at the boundary point (from it to the given point when outside)
  double tolerance = 0;        ///< |signed_distance| up to this is the boundary
  bool surface_only = false;   ///< a mesh that is not closed, a heightfield or a chain: nothing lies inside of it
};

/// Whether a valid shape contains a point, and by how much: distance to the core's nearest vertex, edge or face
/// outside, the nearest face's plane inside. Concave polygons and meshes: the nearest edge or triangle, inside by
/// crossings or winding. Compounds: the nearest child; inside, the boundary of their union, which with ellipses and in
/// space with round children is searched for. Planar shapes ignore z. The boundary is kTouching of the shape's size
/// wide, or the rounding of the coordinates where that is more.
[[nodiscard]] ContainsReport containsPoint(const Shape& shape, const Pose& pose, const Vec3& point_in_world);

/// The signed distance of points to the core of a convex shape that has an end, as containsPoint measures it; made once
/// for many points.
class CoreDistance {
 public:
  explicit CoreDistance(const Shape& shape);
  /// Body space, metres; `normal` becomes the unit vector along which the distance grows.
  [[nodiscard]] double operator()(const Vec3& point, Vec3& normal) const;
  [[nodiscard]] const ConvexFeatures& features() const { return features_; }

 private:
  Shape shape_;
  ConvexFeatures features_;
};

}  // namespace sepax
