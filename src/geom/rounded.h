#pragma once

#include "geom/shape.h"

namespace sepax {

/// The shape without its margin.
[[nodiscard]] Shape coreOf(const Shape& shape);

/// Metres around the core of a rounded shape; 0 of others.
[[nodiscard]] double marginOf(const Shape& shape);

/// Whether this kind can be given a margin (a rounded one can be given another).
[[nodiscard]] bool takesMargin(const Shape& shape);

/// All points within `margin` metres of a shape. Refuses kinds that are round already (their radius does the same),
/// that have no end, and concave ones.
[[nodiscard]] Result<Shape> rounded(const Shape& shape, double margin);

/// The shape with its sides moved inwards by `by` metres, so that rounding it by as much stays within the old sides.
/// Boxes, cylinders, convex polygons and hulls; refuses others, and shapes that are too thin to leave anything.
[[nodiscard]] Result<Shape> shrunk(const Shape& shape, double by);

}  // namespace sepax
