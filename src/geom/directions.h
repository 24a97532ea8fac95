#pragma once

#include "geom/types.h"

#include <vector>

namespace sepax {

/// Unit directions spread evenly over the sphere: one on each of `count` slices of equal area, the golden angle further
/// round each time (the Fibonacci or sunflower lattice, Vogel 1979).
[[nodiscard]] std::vector<Vec3> sphereDirections(int count);

/// Unit directions spread evenly around the plane's circle, counter-clockwise; the first `phase` of a step after +x.
[[nodiscard]] std::vector<Vec3> circleDirections(int count, double phase = 0);

}  // namespace sepax
