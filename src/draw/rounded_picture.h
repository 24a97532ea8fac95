#pragma once

#include "draw/camera.h"
#include "draw/draw_list.h"
#include "geom/aabb.h"
#include "geom/shape.h"
#include "geom/types.h"

#include <vector>

// Lines and fans of a draw list, of points in world space.

namespace sepax {

/// Adds a convex polygon's fill as a fan. `loop` in world space in order, `normal` unit or zero (unlit).
void addFan(std::vector<FillVertex>& fills, const DrawList& list, const std::vector<Vec3>& loop, const Vec3& normal,
            Colour colour);

/// Adds a line; width and dash in pixels of the list, 0 = solid.
void addLine(DrawList& list, const Vec3& from, const Vec3& to, Colour colour, float width_px, Layer layer,
             float dash_px = 0);

enum class Polyline { kOpen, kClosed };
/// Adds points joined in order; a closed polyline of three and more also from the last to the first. `width_px` in
/// pixels of the list.
void addPolyline(DrawList& list, const std::vector<Vec3>& points, Polyline polyline, Colour colour, float width_px,
                 Layer layer);

/// Adds the edges of a box along the axes, of a planar one the four at its lowest z.
void addBoxEdges(DrawList& list, const MinMaxBox& box, bool planar, Colour colour, float width_px, float dash_px = 0);

/// A ring of a body of revolution around y, and the slope of the surface there.
struct Ring {
  double y, radius, normal_y, normal_radius;
};

/// The band between two rings, smooth around the axis.
void addBand(DrawList& list, const Pose& pose, const Ring& low, const Ring& high, Colour fill, int sectors = 64);

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
