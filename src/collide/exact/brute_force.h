#pragma once

#include "collide/pair/pair.h"

namespace sepax {

/// The algorithm `brute-force`: the gap of the two support functions over thousands of fixed directions, the best of
/// them refined. It knows neither faces nor edges nor closest features. While the cores are apart the gap has one
/// maximum, their distance, and cutting planes climb to it and prove it. Where they meet there are many: the highest
/// dozen are climbed, so that the depth is never too small and at times too large.
[[nodiscard]] PairReport runBruteForce(const PosedShape& a, const PosedShape& b, const PairSettings& settings);

}  // namespace sepax
