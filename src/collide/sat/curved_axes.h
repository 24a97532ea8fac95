#pragma once

#include "collide/sat/ellipsoid_axes.h"
#include "core/kept.h"
#include "geom/convex.h"

namespace sepax {

/// The candidate axes of two shapes of which one at least is curved (trueFeatures), besides the normals of faces and
/// caps and the direction between the closest points: one for each pair of features that has any, the best of them.
///
/// Complete when the shapes overlap. The gap along a direction is minus the extent of the Minkowski difference A ⊖ B;
/// the directions in which that is least locally are normals of its smooth parts. Each part belongs to two features of
/// which neither is a corner, but for corners against lateral surfaces; and there the normal is that of
///  - two lateral surfaces, or one and an edge: the directions that are normals of both;
///  - a lateral surface and a corner: the normal in the plane through axis and corner;
///  - a lateral surface and a rim: where the rim comes nearest to the surface, or on its far side extends beyond it
///  least;
///  - a rim and an edge, or two rims: where their distance is least;
///  - a ball of a drop and anything: from its centre to the nearest point, or a normal that is a candidate anyway.
/// The two of rims are minima of functions of one angle, and smooth: found by the sign of their derivative at
/// kRimSamples places, refined to rounding. Features that do not meet in the direction (Gauss map) are left out.
/// Ellipsoids: ellipsoid_axes.h.
[[nodiscard]] Kept<CurvedAxis> curvedAxes(const ConvexFeatures& a, const ConvexFeatures& b);

/// Names a direction between closest points by the two features that it runs between; kClosest where one is a face or a
/// cap, or both are corners of polytopes. `slack` in metres.
[[nodiscard]] AxisId closestId(const ConvexFeatures& a, const ConvexFeatures& b, const Vec3& direction, double slack);

}  // namespace sepax
