#pragma once

#include "collide/pair/pair.h"

namespace sepax {

/// The algorithm `sat-float`: the reference's axes, measured as a game engine would, in float: corners, axes and cross
/// products are rounded to float, measured from A's centre. A direction is a valid witness however it was rounded, so
/// rounding separates nothing by more than its size; what is lost are edge axes of edges so parallel
/// (kParallelEdgesFloat) that their cross product is noise.
[[nodiscard]] PairReport runSatFloat(const PosedShape& a, const PosedShape& b, const PairSettings& settings);

/// The algorithm `sat-float-world`: the pair as a game engine holds it. Positions and rotations are rounded to float in
/// the world and subtracted in float, then measured as above: far from the world's origin shapes jump, and the answer's
/// `error` says how far. Coordinates beyond the range of floats keep 24 bits.
[[nodiscard]] PairReport runSatFloatWorld(const PosedShape& a, const PosedShape& b, const PairSettings& settings);

}  // namespace sepax
