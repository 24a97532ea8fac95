#pragma once

#include "collide/pair_table.h"

#include <optional>

namespace sepax {

// Relations between the answers of related pairs, which hold whatever the right answer is (metamorphic relations). Each
// function asks "sat" again; `answer` is its answer for (a, b).

/// By how much mirroring both at the plane x = 0 changes separation or distance, metres: zero but for rounding; nullopt
/// for shapes that may differ from their mirror image.
[[nodiscard]] std::optional<double> mirrorError(const PosedShape& a, const PosedShape& b, const PairAnswer& answer);

/// Moving B by the mtv ends the overlap: the separation that is left is zero for convex shapes, and not negative for
/// concave ones, whose pieces may leave room.
[[nodiscard]] double separationAfterMtv(const PosedShape& a, const PosedShape& b, const PairAnswer& answer);

}  // namespace sepax
