#pragma once

#include "geom/aabb.h"
#include "geom/polytope.h"

#include <array>
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

/// Corner k is centre ± half_extents[i] · axes[i], plus where bit i of k is set.
[[nodiscard]] std::array<Vec3, 8> cornersOf(const OrientedBox& box);

/// Faces belong to the box.
[[nodiscard]] bool contains(const OrientedBox& box, const Vec3& point);

[[nodiscard]] double volumeOf(const OrientedBox& box);
[[nodiscard]] double areaOf(const OrientedBox& box);

/// The outcome of a general map for a box.
enum class BoxTransform {
  kExact,     ///< the image is this very box
  kMirrored,  ///< the image is this very box, but the map is a reflection: the third axis was reversed to stay
              ///< right-handed
  kRefit,     ///< the map shears the axes out of right angles: the image is no box, this is one around it
};
struct TransformedBox {
  OrientedBox box;
  BoxTransform how = BoxTransform::kExact;
};

/// Extents grow by the lengths of the mapped axes, not by the matrix's own axis scales, which differ as soon as the box
/// is rotated. A refit is the smallest of six boxes, each flush with a face of the sheared box and an edge in it.
[[nodiscard]] TransformedBox transformed(const OrientedBox& box, const Affine& map);

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
