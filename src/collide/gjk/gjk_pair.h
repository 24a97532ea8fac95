#pragma once

#include "collide/pair.h"

namespace sepax {

/// The row `gjk` of the pair table: the distance of the cores less the radii, on the shapes themselves. Cores that meet overlap by a depth
/// that it does not know.
[[nodiscard]] PairReport runGjk(const PosedShape& a, const PosedShape& b, const PairSettings& settings);

/// The row `gjk-epa`: GJK, and where the cores meet EPA for the depth.
[[nodiscard]] PairReport runGjkEpa(const PosedShape& a, const PosedShape& b, const PairSettings& settings);

}  // namespace sepax
