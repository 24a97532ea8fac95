#pragma once

#include "collide/contacts/manifold.h"
#include "geom/convex.h"

namespace sepax {

/// When a shape that goes straight is in contact with a resting one: from `impact` to `exit`, seconds from the start,
/// −∞ and +∞ where it always was or will be. They never meet when impact > exit.
struct RoundedSweep {
  double impact = 0, exit = 0;
  ContactFeature on_a, on_b;  ///< what meets at `impact`
};

/// B moves by `velocity`, A rests; both grown together by `slack` metres. The point that B's motion draws in the space
/// of differences B − A is cut with the rounded difference, piece by piece: a ball at each pair of vertices, a cylinder
/// at each edge with a vertex, a slab at each face with a vertex and at each pair of edges. Every piece lies inside the
/// rounded difference and together they cover its surface, so the earliest entry and the latest exit are exact; each is
/// a linear or quadratic equation. The effort is the product of the two numbers of features: meant for pairs of which
/// one is round or flat and so has few.
[[nodiscard]] RoundedSweep sweepRounded(const ConvexFeatures& a, const ConvexFeatures& b, const Vec3& velocity,
                                        double slack);

}  // namespace sepax
