#pragma once

#include "draw/camera.h"
#include "draw/draw_list.h"
#include "draw/palette.h"
#include "geom/shape.h"

#include <vector>

namespace sepax {

/// How far B is moved while it slides once around A without leaving or entering it: the boundary of A ⊖ B, metres, in
/// the plane. Closed: the last point is the first. Empty in space.
[[nodiscard]] std::vector<Vec3> slidePath(const PosedShape& a, const PosedShape& b);

/// The point after this part of a path's length, 0 to 1.
[[nodiscard]] Vec3 pointOfPath(const std::vector<Vec3>& path, double part);

/// A copy of B in its colour where it has slid to, and the way of its centre: behind it drawn, before it dashed. That
/// way is the outline of A ⊖ B, moved by B's centre.
void addSlide(DrawList& list, const PosedShape& a, const PosedShape& b, double part, Colour colour_b,
              const Camera& camera);

}  // namespace sepax
