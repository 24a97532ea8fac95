#pragma once

#include "geom/polytope.h"

#include <vector>

namespace sepax {

// Polytopes around ellipsoids, metres: circumscribed balls and circles of kRoundSides sides (geom/convex.h), stretched
// along the axes. Planes that touch do so still.

/// The polytope of three half axes longer than zero. Vertices: rings around y from the top one down. Faces: top,
/// bottom, between the rings.
[[nodiscard]] Polytope solidEllipsoid(const Vec3& half_axes);

/// The polytope of the disc across an axis: front, back and the edges around.
[[nodiscard]] Polytope ellipticDisc(const Vec3& half_axes, int across);

/// Corners around an ellipse in the plane of two axes, from u towards v; the side after corner k touches at k · 2π /
/// kRoundSides.
[[nodiscard]] std::vector<Vec3> ellipseCorners(const Vec3& half_axes, int u, int v);

/// How far the corners of the tessellated ball are from its centre, of the radius.
[[nodiscard]] double tessellatedBallCorner();

}  // namespace sepax
