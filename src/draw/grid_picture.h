#pragma once

#include "draw/camera.h"
#include "draw/draw_list.h"
#include "draw/palette.h"

namespace sepax {

/// Largest of 1, 2, 5 times a power of ten that is not above `length`.
[[nodiscard]] double roundStep(double length);

/// 2D: lines across the view with numbers at its left and lower border. 3D: the ground at the height `ground`, metres
/// along what is up, around the target, fading outward.
void addGrid(DrawList& list, const Camera& camera, const ViewSize& view, const Palette& palette, double ground);

}  // namespace sepax
