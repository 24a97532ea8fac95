#pragma once

#include "geom/aabb.h"
#include "geom/shape.h"
#include "geom/support.h"

namespace sepax {

/// The box around a posed shape, world space, grown by a few units in the last place: no point of the shape as any test
/// of ours rounds it is outside. Tight but for that; a mesh's is that of its hull. Planar shapes have z from 0 to 0,
/// grown as well.
[[nodiscard]] MinMaxBox boundsOf(const Shape& shape, const Pose& pose);

/// The box around convex features with their radius, in their frame, as the sums come out.
[[nodiscard]] MinMaxBox boundsOf(const ConvexFeatures& features);

/// The box around a support map with its radius, in the map's frame, as the sums come out.
[[nodiscard]] MinMaxBox boundsOf(const SupportMap& map);

}  // namespace sepax
