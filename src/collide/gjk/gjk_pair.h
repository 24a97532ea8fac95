#pragma once

#include "collide/pair.h"

namespace sepax {

/// The row `gjk` of the pair table: the distance of the cores less the radii, on the shapes themselves. World, metres.
/// Cores that meet overlap by a depth that it does not know: a touch of sharp shapes is called an overlap, without a
/// direction.
[[nodiscard]] PairReport runGjk(const PosedShape& a, const PosedShape& b, const PairSettings& settings);

/// The row `gjk-epa`: GJK (gjk.h), and where the cores meet EPA (epa.h) for depth and direction. World, metres.
[[nodiscard]] PairReport runGjkEpa(const PosedShape& a, const PosedShape& b, const PairSettings& settings);

}  // namespace sepax
