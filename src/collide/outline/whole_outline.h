#pragma once

#include "collide/pair/pair_algorithm.h"

namespace sepax {

/// The algorithm `union`: planar shapes by their whole outlines, which are never taken apart. Points are inside by
/// their winding number; the mtv is the nearest free one of all positions in which a vertex is on a side or two such
/// meet. A second method for what all algorithms by pieces share. Takes polygons, boxes, points, segments, chains,
/// circles, capsules, rounded polygons and boxes, and compounds of these, of few sides.
[[nodiscard]] const PairAlgorithm& outlineAlgorithm();

}  // namespace sepax
