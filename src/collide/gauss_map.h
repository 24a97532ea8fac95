#pragma once

#include "geom/convex.h"

#include <vector>

namespace sepax {

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
