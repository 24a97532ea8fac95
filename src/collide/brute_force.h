#pragma once

#include "collide/pair.h"

namespace sepax {

/// The row `brute-force`: the gap of the two support functions over thousands of fixed directions, the best of them refined by
/// golden sections in ever smaller windows. It knows neither faces nor edges nor closest features. Apart, the gap has one maximum, the
/// distance, and the search climbs to it; overlapping, it may end on a lesser peak, so that its depth is never too small and at times too
/// large.
[[nodiscard]] PairReport runBruteForce(const PlacedShape& a, const PlacedShape& b, const PairSettings& settings);

}  // namespace sepax
