#pragma once

#include "geom/curved_core.h"
#include "geom/polytope.h"
#include "geom/shape.h"

#include <optional>
#include <string>
#include <vector>

namespace sepax {

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
  /// A half-space, of which the core is the window (geom/half_space.h): only its one face axis can separate it from
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
