#pragma once

#include "draw/draw_list.h"
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

}  // namespace sepax
