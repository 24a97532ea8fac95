#pragma once

#include "core/progress.h"
#include "geom/oriented_box.h"
#include "geom/polytope.h"

#include <vector>

namespace sepax {

/// Indices of the convex hull of points in the plane, counter-clockwise, without collinear ones (monotone chain). One
/// or two indices when the points are one or lie on a line.
[[nodiscard]] std::vector<int> planarHull(const std::vector<Vec2>& points);

/// A unit direction along a side of the smallest-area rectangle around the points (rotating calipers), and that area.
struct SmallestRectangle {
  Vec2 along{1, 0};
  double area = 0;
};
[[nodiscard]] SmallestRectangle smallestRectangle(const std::vector<Vec2>& points);

/// The smallest-area rectangle around points of the plane z = 0, as a box without height.
[[nodiscard]] OrientedBox smallestPlanarBox(const std::vector<Vec3>& points);

/// A box around the points whose volume is near the least there is. Every box that is smallest is flush with edges of
/// the hull (O'Rourke 1985): candidates lie on hull faces and on pairs of hull edges, completed by calipers; the best
/// are refined by rotating and by calipers along each of their axes until nothing improves. Large hulls are sampled.
/// `hull` is the points' hull, null when they are flat. Never larger than the principal-axes or the axis-aligned box;
/// encloses every point in exact arithmetic. Stopped, it is the best box so far.
[[nodiscard]] OrientedBox nearSmallestBox(const std::vector<Vec3>& points, const Polytope* hull,
                                          const ShareSink& progress = {});

}  // namespace sepax
