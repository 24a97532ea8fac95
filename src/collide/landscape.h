#pragma once

#include "geom/convex.h"
#include "geom/shape.h"
#include "geom/support.h"

#include <optional>
#include <utility>
#include <vector>

namespace sepax {

/// Separation of two convex shapes as a function of direction: how far B begins beyond the end of A along it, metres,
/// negative where their intervals overlap. Its largest value is the distance when they are apart and minus the depth
/// when they overlap; then it is reached on the normal of a face of the Minkowski difference: on a candidate axis of
/// the separating-axis test.
class SeparationField {
 public:
  SeparationField(const PosedShape& a, const PosedShape& b);
  /// The separation along a unit direction, world, from A to B.
  [[nodiscard]] double operator()(const Vec3& direction) const;

 private:
  Vec3 origin_;  ///< A's origin: numbers stay small far from the world's
  SupportMap a_, b_;
};

/// The directions that separate a pair in the plane: an arc of less than half a turn, radians, `from` < `to`.
struct DirectionFan {
  double from = 0, to = 0;
};
/// The arc around `best`, the direction of the deciding axis; nullopt when the shapes are not apart along it.
[[nodiscard]] std::optional<DirectionFan> separatingFan(const SeparationField& field, const Vec3& best);

/// The field sampled over all directions. In the plane `columns` directions from 0 to a full turn; in space a map of
/// the sphere with columns of equal longitude, +x in the middle, and rows of equal height, so that cells have equal
/// areas (Lambert's cylindrical projection).
struct Landscape {
  bool planar = true;
  int columns = 0, rows = 1;
  std::vector<double> separation;  ///< row by row, from z = 1 down
  double min = 0, max = 0;
};
[[nodiscard]] Landscape landscapeOf(const PosedShape& a, const PosedShape& b, int columns, int rows);

/// The direction at a place of the map, both coordinates from 0 to 1 (y is not used in the plane), and the place of a
/// direction.
[[nodiscard]] Vec3 landscapeDirection(bool planar, double x, double y);
[[nodiscard]] Vec2 landscapePlace(bool planar, const Vec3& direction);

/// Where the separation is zero on the map of the sphere, as short pieces between directions (marching squares,
/// straight between samples).
[[nodiscard]] std::vector<std::pair<Vec3, Vec3>> shoreOf(const Landscape& map);

/// A convex shape on the sphere of directions: each face is the point of its normal, each edge the arc of the
/// directions in which it is farthest, from one of its faces' normals to the other's (a shorter part of a great
/// circle), each corner the area between arcs. On curved shapes caps are points and the lateral surface is a circle;
/// rims and ellipsoids have areas alone.
struct GaussMap {
  struct Arc {
    Vec3 from{0.0}, to{0.0};  ///< unit; at most half a turn apart
    int edge = 0;             ///< of the core; −1 of a lateral surface
  };
  std::vector<Vec3> normals;
  std::vector<Arc> arcs;
};

enum class GaussSense { kAsItIs, kNegated };
/// The Gauss map of features in space, in their frame; negated it is the map of the mirrored shape, as the Minkowski
/// difference needs it for B. The edges of flat and straight shapes have several arcs. Empty for points and in the
/// plane.
[[nodiscard]] GaussMap gaussMap(const ConvexFeatures& features, GaussSense sense);

/// Where an arc of A and one of B cross: a direction in which an edge of each is farthest, so that the two span a face
/// of the Minkowski difference. These edge pairs are the ones that can decide (Gregorius, The Separating Axis Test
/// between Convex Polyhedra, GDC 2013).
struct ArcCrossing {
  int edge_a = 0, edge_b = 0;  ///< −1: a lateral surface
  Vec3 direction{0.0};         ///< unit
};
[[nodiscard]] std::vector<ArcCrossing> crossingsOf(const GaussMap& a, const GaussMap& negated_b);

/// A point of an arc, 0 at its beginning and 1 at its end; unit.
[[nodiscard]] Vec3 arcPoint(const GaussMap::Arc& arc, double part);

}  // namespace sepax
