#pragma once

#include "collide/pair.h"

namespace sepax {

/// The row `sat-float`: the reference's axes, measured as a game engine would, in float: corners, axes and cross products are rounded to
/// float, measured from A's centre. A direction is a valid witness however it was rounded, so rounding separates nothing by more than its
/// size; what is lost are edge axes of edges so parallel (kParallelEdgesFloat) that their cross product is noise.
[[nodiscard]] PairReport runSatFloat(const PosedShape& a, const PosedShape& b, const PairSettings& settings);

}  // namespace sepax
