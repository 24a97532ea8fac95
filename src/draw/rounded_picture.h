#pragma once

#include "draw/camera.h"
#include "draw/draw_list.h"
#include "geom/shape.h"

#include <vector>

namespace sepax {

/// A ring of a body of revolution around y, and the slope of the surface there.
struct Ring {
  double y, radius, normal_y, normal_radius;
};

/// The band between two rings, smooth around the axis.
void addBand(DrawList& list, const Pose& pose, const Ring& low, const Ring& high, Colour fill);

/// The surface of a rounded polytope in space: its faces moved out, a strip along each edge, a piece of a ball at each
/// corner. `core` in world space. Thin `seam` lines where flat meets round.
void addRoundedPolytope(DrawList& list, const Polytope& core, double margin, Colour fill, Colour seam);

/// The surface of a rounded cylinder or cone; `profile` is its core's half outline as (distance from the y axis, y),
/// from top to bottom.
void addRoundedRevolved(DrawList& list, const Pose& pose, const std::vector<Vec2>& profile, double margin, Colour fill,
                        Colour seam);

/// The line where sight grazes a convex shape; in the plane its outline.
[[nodiscard]] std::vector<Vec3> silhouetteOf(const Shape& shape, const Pose& pose, const Camera& camera);

}  // namespace sepax
