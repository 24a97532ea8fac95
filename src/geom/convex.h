#pragma once

#include "geom/polytope.h"
#include "geom/portable_math.h"
#include "geom/shape.h"
#include "geom/types.h"

#include <cmath>
#include <optional>
#include <string>
#include <vector>

namespace sepax {

enum class CurvedKind {
  kCylinder,
  kCone,
  kDrop,       ///< the hull of a ball around the bottom and of the top, a point: a tapered capsule without its smaller
               ///< radius
  kEllipsoid,  ///< or an ellipse, whose half axis across the plane is zero
};

/// A posed cylinder, cone, sphere cone or ellipsoid, not tessellated, metres. A cylinder or cone may have a zero radius
/// or length: discs, segments, points. The apex of a sphere cone lies outside of its ball, and in the plane its axis is
/// in the plane too. An ellipsoid has at most one half axis of zero, which makes it an elliptic disc; it has no length
/// and no radius.
struct CurvedCore {
  CurvedKind kind = CurvedKind::kCylinder;
  Vec3 centre{0.0};
  Mat3 rotation{1.0};  ///< column 1 is its axis, towards the top cap, the apex or the sphere cone's point; of a planar
                       ///< sphere cone column 0 in the plane
  double half_length = 0, radius = 0;
  bool points_back = false;  ///< a sphere cone whose point is the start of the tapered capsule
  Vec3 half_axes{0.0};       ///< of an ellipsoid, along the columns of the rotation

  [[nodiscard]] const Vec3& axis() const { return rotation[1]; }
  [[nodiscard]] Vec3 bottom() const { return centre - half_length * axis(); }
  [[nodiscard]] Vec3 top() const { return centre + half_length * axis(); }
  /// Sine of the angle by which the lateral surface's outward normals rise above the plane across the axis: 0 of
  /// cylinders.
  [[nodiscard]] double lateralSine() const {
    if (kind == CurvedKind::kCylinder) return 0;
    if (kind == CurvedKind::kDrop) return radius / (2 * half_length);
    const double steep = portable::hypot(2 * half_length, radius);
    return steep > 0 ? radius / steep : 1;
  }
  /// Its cosine: of flat cones the root of 1 − sine² would be rounding.
  [[nodiscard]] double lateralCosine() const {
    if (kind == CurvedKind::kCylinder) return 1;
    if (kind == CurvedKind::kDrop)
      return std::sqrt((2 * half_length - radius) * (2 * half_length + radius)) / (2 * half_length);
    const double steep = portable::hypot(2 * half_length, radius);
    return steep > 0 ? 2 * half_length / steep : 0;
  }
  /// How much higher along a unit direction the top's end is than the bottom's: of a cylinder the cap, of a cone the
  /// apex over the rim's highest point, of a sphere cone its point over its ball's. `up` and `across` are the
  /// direction's components along the axis and across it.
  [[nodiscard]] double lean(double up, double across) const {
    const double rise = 2 * half_length * up;
    return kind == CurvedKind::kCylinder ? rise : kind == CurvedKind::kCone ? rise - radius * across : rise - radius;
  }
  /// For an ellipsoid: its half axes' components along a direction; their length is the extent along a unit one.
  [[nodiscard]] Vec3 halfAlong(const Vec3& direction) const {
    return {half_axes.x * dot(rotation[0], direction), half_axes.y * dot(rotation[1], direction),
            half_axes.z * dot(rotation[2], direction)};
  }
  [[nodiscard]] double longestHalfAxis() const { return std::fmax(half_axes.x, std::fmax(half_axes.y, half_axes.z)); }
  /// Column across an elliptic disc; −1 of others.
  [[nodiscard]] int acrossDisc() const {
    return half_axes.x == 0 ? 0 : half_axes.y == 0 ? 1 : half_axes.z == 0 ? 2 : -1;
  }
};

/// A candidate direction that a shape offers to the separating-axis test.
struct AxisFeature {
  Vec3 direction{0.0};  ///< unit: a face normal, or an edge's direction
  int feature = 0;      ///< index that names it: box axis 0..2, polygon edge, hull face or hull edge
  /// Edges of hulls: the normals of the two faces that meet there (an arc on the Gauss map). Zero when the edge
  /// represents several parallel ones, as a box's does: such pairs are never pruned.
  Vec3 arc0{0.0}, arc1{0.0};
  /// The middle of that arc, unit, where its ends are opposite: at an edge of a flat hull. Else zero.
  Vec3 arc_middle{0.0};
};

/// A shape as the pair tests see it: a convex polytope core, a radius around it, and the axes it offers.
struct ConvexFeatures {
  Polytope core;
  double radius = 0;
  bool planar = false;
  /// (Almost) no volume: faces and edges separate two such shapes side by side hardly at all, the axis between closest
  /// features is needed.
  bool flat = false;
  /// A half-space, of which the core is the window (geom/shape.h): only its one face axis can separate it from
  /// anything.
  bool unbounded = false;
  std::vector<AxisFeature> face_axes;
  std::vector<AxisFeature> edge_axes;
  /// Set by trueFeatures: the core is this cylinder, cone, sphere cone or ellipsoid; `core` then holds just the ends of
  /// its axis, of an ellipsoid its centre; `face_axes` the caps' direction, the sides of a planar sphere cone, the
  /// normal of an elliptic disc.
  std::optional<CurvedCore> curved;
};

/// The features of a valid shape in body space. Concave polygons and meshes give their convex hull (geom/pieces.h has
/// their pieces), cylinders and cones a prism and a pyramid of kRoundSides sides around them, tapered capsules a
/// polytope around theirs without the smaller radius (of one radius those of capsules, of one ball inside the other
/// those of balls), ellipsoids and ellipses what touches them from outside (balls, segments and points among them what
/// those kinds have).
[[nodiscard]] ConvexFeatures convexFeatures(const Shape& shape);

/// A polygon's, in the memory of another's or of none.
void polygonFeatures(const Polygon& polygon, ConvexFeatures& out);

/// A shape's features where cylinders, cones, tapered capsules and ellipsoids stay themselves (`curved`).
[[nodiscard]] ConvexFeatures trueFeatures(const Shape& shape);

/// A box's vertex as its features number them, by bits: 1 for +x, 2 for +y, 4 for +z.
[[nodiscard]] inline Vec3 boxCorner(const Vec3& half, int vertex) {
  return {(vertex & 1) != 0 ? half.x : -half.x, (vertex & 2) != 0 ? half.y : -half.y,
          (vertex & 4) != 0 ? half.z : -half.z};
}

/// A rectangle's, counter-clockwise from the lower left.
[[nodiscard]] inline Vec3 boxCorner(const Vec2& half, int vertex) {
  return {vertex == 1 || vertex == 2 ? half.x : -half.x, vertex >= 2 ? half.y : -half.y, 0};
}

/// Sides of a tessellated cylinder or cone.
inline constexpr int kRoundSides = 64;

/// How far the features extend beyond the shape at most, metres: they are circumscribed, so what they call apart is
/// apart. Zero for all kinds but cylinder, cone, tapered capsule, ellipsoid and ellipse.
[[nodiscard]] double tessellationError(const Shape& shape);

/// The features rotated and moved: point → offset + rotation · point.
[[nodiscard]] ConvexFeatures transformed(ConvexFeatures features, const Mat3& rotation, const Vec3& offset);

/// The boundary of a box with half extents of 1, as its features have it: face 2·axis is the positive one, 2·axis + 1
/// the negative one.
[[nodiscard]] const Polytope& unitBox();

/// The longest side of the features' bounds along the frame's axes, metres.
[[nodiscard]] double sizeOf(const ConvexFeatures& features);

/// Index of a vertex that is farthest along `direction`; the lowest index among equals.
[[nodiscard]] int supportVertex(const Polytope& polytope, const Vec3& direction);

}  // namespace sepax
