#pragma once

#include "draw/picture_input.h"

namespace sepax {

/// More bodies than this are a carpet of bars.
inline constexpr std::size_t kMaxBoundsShown = 40;

/// Sweep and prune as a picture: the axis-aligned box of every visible body, and what it covers of x as a bar at the
/// lower border of the view, in the plane also of y at the left; where two bars share a place a mark, and how many of
/// the pairs do.
void addBounds(DrawList& list, const PictureInput& input, const Camera& camera, const ViewSize& view);

}  // namespace sepax
