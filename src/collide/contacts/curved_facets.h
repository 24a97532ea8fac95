#pragma once

#include "geom/convex.h"

namespace sepax {

/// A cylinder or cone (`curved`) as a polytope with the features that may meet another shape in the unit direction
/// `outward`, for contacts: the cap that looks that way with kRoundSides corners on its rim, and where the shape is
/// farthest one more, joined to the other cap's or the apex by an edge along the lateral surface. Every point of it
/// lies in the shape, and the farthest is exact. Vertices and faces have the numbers of the tessellated shape
/// (geom/convex.h), the farthest corners the next ones; edge 0 is the lateral one; `curved` stays what it was. A sphere
/// cone becomes its point, the place where its side towards `outward` touches the ball, and the ball's farthest point;
/// edge 0 runs along the side. An ellipsoid becomes its farthest point; an elliptic disc that faces `outward` gets a
/// rim like a cap's. Other shapes are returned as they are.
[[nodiscard]] ConvexFeatures facetsTowards(const ConvexFeatures& shape, const Vec3& outward);

}  // namespace sepax
