#pragma once

#include "geom/polytope.h"
#include "geom/solid_union.h"
#include "geom/types.h"

#include <cstddef>
#include <vector>

namespace sepax {

/// A convex hull as searches need it: its corners, the planes of its triangles and its volume, without edges or merged
/// faces. convexHull gives the hull to show.
struct QuickHull {
  std::vector<Vec3> corners;
  std::vector<TriangleIndices> triangles;  ///< of corners, counter-clockwise from outside, and their planes
  ConvexSolid solid;
  double volume = 0;  ///< m³; 0 for points in one plane, which stay `corners` and have no faces
};

/// When a hull is close enough.
struct QuickHullLimit {
  std::size_t corners = ~std::size_t{0};
  double distance = 0;  ///< points no farther outside than this are left out, metres
};

/// The hull of points (Barber, Dobkin, Huhdanpaa 1996), the farthest point first, so that a hull of few corners is
/// close to the whole: no point of it lies more than the next one's distance outside. Every corner is a given point.
/// Points nearer than 1e-7 of the size to a face belong to it, more where rounding asks for it; points thinner than
/// 1e-3 that rounding defeats are flat. Searches ask for tens of thousands of such hulls, which need neither merged
/// faces nor edges.
[[nodiscard]] QuickHull quickHull(const std::vector<Vec3>& points, const QuickHullLimit& limit = {});

}  // namespace sepax
