#pragma once

#include "draw/axis_picture.h"

namespace sepax {

/// The part of an axis that holds both intervals as far as they have ends, metres from A's centre. `size`, metres,
/// where they have no length.
[[nodiscard]] RailRange fittedRange(const SatAxis& axis, double size);

/// The range to show next: that one while it holds both intervals well, else the fitted one. So the rail's scale stays
/// while a body is dragged.
[[nodiscard]] RailRange keptRange(const std::optional<RailRange>& shown, const RailRange& fitted);

/// Pixels that a view in space leaves free at its foot for the strip; 0 where it is too small to have one.
[[nodiscard]] double stripInset(const PairView& pair);

/// The rail as a number line flat on the view, whatever the camera. In space: level, at the view's foot, both intervals
/// as long as it. In the plane: along the axis, beside the shapes and at the view's scale, so that the drop lines are
/// perpendicular to it; where the shapes leave no room it lies over them. Nothing in a view that is too small.
void addRailStrip(DrawList& list, const PairView& pair);

/// The corners of what that draws in the plane, pixels; empty in space, where it has its inset.
[[nodiscard]] std::vector<Vec2> stripCorners(const PairView& pair);

}  // namespace sepax
