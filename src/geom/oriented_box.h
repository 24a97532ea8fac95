#pragma once

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

}  // namespace sepax
