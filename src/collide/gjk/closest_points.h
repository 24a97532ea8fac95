#pragma once

#include <span>
#include "geom/convex.h"

namespace sepax {

/// Closest points of two convex polytopes in one frame, metres.
struct ClosestPoints {
  Vec3 a{0.0}, b{0.0};  ///< witness points; equal (somewhere inside both) when the polytopes touch or overlap
  double distance = 0;  ///< 0 when they touch or overlap
  Vec3 direction{0.0};  ///< unit, from a to b; zero when distance is 0
};

/// The gap of two polytopes by their vertices, at least one each: solids, flat ones, segments and points. GJK on their
/// vertices, which are not copied, tightened where its bounds stay apart (core_gap.h). |b − a| less the separation
/// along `direction` is at most kClosestGap of the extent, but for needles that all but touch.
[[nodiscard]] ClosestPoints closestPoints(std::span<const Vec3> a, std::span<const Vec3> b);

/// Closest points of two cores, curved ones too. A `guess` of the direction saves steps.
[[nodiscard]] ClosestPoints closestCores(const ConvexFeatures& a, const ConvexFeatures& b, const Vec3& guess);
[[nodiscard]] ClosestPoints closestCores(const ConvexFeatures& a, const ConvexFeatures& b);

/// Closest points of two segments p0p1 and q0q1, either of which may be a point; any pair of them when parallel
/// (Ericson 2005, 5.1.9; nearly parallel ones by Goldman 1990).
void closestOnSegments(const Vec3& p0, const Vec3& p1, const Vec3& q0, const Vec3& q1, Vec3& on_p, Vec3& on_q);

}  // namespace sepax
