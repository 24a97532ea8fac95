#pragma once

#include "core/progress.h"
#include "geom/aabb.h"
#include "geom/polytope.h"

#include <vector>

namespace sepax {

/// A box with its own directions: the points with |axes[i] · (point − centre)| ≤ half_extents[i].
struct OrientedBox {
  Vec3 centre{0.0};
  Mat3 axes{1.0};  ///< columns: unit, at right angles, right-handed
  Vec3 half_extents{0.0};
};

/// Expects a box that is not empty.
[[nodiscard]] OrientedBox orientedBoxOf(const MinMaxBox& box);

/// The smallest box with these axes around the points. Encloses every point in exact arithmetic: extents are rounded
/// up.
[[nodiscard]] OrientedBox orientedBoxAlong(const Mat3& axes, const std::vector<Vec3>& points);

/// Principal axes of the points as given. Dense tessellation weighs more: the same solid, finer on one side, gets
/// another and mostly worse box; orientedBoxByArea does not have this defect.
[[nodiscard]] OrientedBox orientedBoxByVertices(const std::vector<Vec3>& points);

/// Principal axes of the triangles' surface (Gottschalk 2000, with each triangle's exact second moments): independent
/// of how the surface is cut into triangles. Encloses all points, used by triangles or not. Without any area: as
/// orientedBoxByVertices.
[[nodiscard]] OrientedBox orientedBoxByArea(const std::vector<Vec3>& points,
                                            const std::vector<TriangleIndices>& triangles);

/// The axes of orientedBoxByArea for the surface of a polytope with faces.
[[nodiscard]] Mat3 principalAxes(const Polytope& polytope);

/// Faces belong to the box.
[[nodiscard]] bool contains(const OrientedBox& box, const Vec3& point);

/// Storage in 32-bit floats of the usual forms.
struct BoxMemory {
  const char* form;
  int floats;
  int bytes;
};
inline constexpr BoxMemory kBoxMemory[] = {
    {"axis-aligned box: min and max", 6, 24},
    {"oriented box: centre, three axes, half extents", 15, 60},
    {"oriented box: centre, two axes, half extents; the third axis is their cross product", 12, 48},
    {"oriented box: centre, quaternion, half extents", 10, 40},
};

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
