#pragma once

#include "draw/camera.h"
#include "draw/draw_list.h"
#include "draw/palette.h"
#include "draw/picture_input.h"

namespace sepax {

/// The height of the ground below the visible bodies that have an end, metres along what is up: a little below their
/// lowest point. 0 of a crowd and where there is nothing.
[[nodiscard]] double groundHeight(const PictureInput& input, UpAxis up);

/// The soft shadows of the bodies on the ground: one away from the key light, one where they nearly touch it. None in
/// the plane, of a crowd, and from below. Each is the convex hull's, blurred outwards from its outline: the same to the
/// eye as a blurred texture, and no pass over pixels.
void addShadows(DrawList& list, const PictureInput& input, const Camera& camera, double ground);

/// Largest of 1, 2, 5 times a power of ten that is not above `length`.
[[nodiscard]] double roundStep(double length);

/// 2D: lines across the view with numbers at its left and lower border. 3D: the ground at the height `ground`, metres
/// along what is up, around the target, fading outward.
void addGrid(DrawList& list, const Camera& camera, const ViewSize& view, const Palette& palette, double ground);

}  // namespace sepax
