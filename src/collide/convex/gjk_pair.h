#pragma once

#include "collide/pair/pair_algorithm.h"

namespace sepax {

/// The algorithm `gjk`: the distance of the cores less the radii, on the shapes themselves. World, metres.
/// Cores that meet overlap by a depth that it does not know: a touch of sharp shapes is called an overlap, without a
/// direction.
[[nodiscard]] PairReport runGjk(const PosedShape& a, const PosedShape& b, const PairSettings& settings);

/// The algorithm `gjk-epa`: GJK (gjk.h), and where the cores meet EPA (epa.h) for depth and direction. World, metres.
[[nodiscard]] PairReport runGjkEpa(const PosedShape& a, const PosedShape& b, const PairSettings& settings);

/// The algorithm `gjk-epa` as the table of algorithms lists it.
[[nodiscard]] const PairAlgorithm& gjkEpaAlgorithm();

}  // namespace sepax
