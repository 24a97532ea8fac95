#pragma once

#include "geom/polytope.h"

namespace sepax {

/// Closest points of two convex polytopes in one frame.
struct ClosestPoints {
  Vec3 a{0.0}, b{0.0};       ///< witness points; equal (somewhere inside both) when the polytopes touch or overlap
  double distance = 0;       ///< 0 when they touch or overlap
  Vec3 direction{0.0};       ///< unit, from a to b; zero when distance is 0
  int iterations = 0;        ///< of GJK
  bool by_features = false;  ///< GJK could not certify its answer and the features decided
};

/// Gilbert, Johnson, Keerthi 1988 in double, with the nearest point of a simplex found by trying all its faces. The answer is certified:
/// distance − separation along its direction is at most kClosestGap of the reach; else every vertex–face and edge–edge pair is tried.
[[nodiscard]] ClosestPoints closestPoints(const Polytope& a, const Polytope& b);

/// Closest points of two segments p0p1 and q0q1; any pair of them when parallel.
void closestOnSegments(const Vec3& p0, const Vec3& p1, const Vec3& q0, const Vec3& q1, Vec3& on_p, Vec3& on_q);

}  // namespace sepax
