#pragma once

#include "collide/pair_table.h"

#include <optional>
#include <string>

namespace sepax {

// Relations between the answers of related pairs, which hold whatever the right answer is (metamorphic relations). Each
// function asks the row again and returns by how much the relation is broken, metres: zero but for rounding when both
// answers are verified. `answer` is the algorithm's answer for (a, b).

/// B against A has the same separation and distance as A against B.
[[nodiscard]] double swapError(const PosedShape& a, const PosedShape& b, const PairAnswer& answer,
                               const std::string& algorithm = "sat");

/// Moving both by one rotation about the world's origin and one translation changes neither separation nor distance.
[[nodiscard]] double commonMotionError(const PosedShape& a, const PosedShape& b, const PairAnswer& answer,
                                       const Pose& motion, const std::string& algorithm = "sat");

/// Scaling both, and where they are, by a factor above zero scales the separation.
[[nodiscard]] double scaleError(const PosedShape& a, const PosedShape& b, const PairAnswer& answer, double factor,
                                const std::string& algorithm = "sat");

/// Mirroring both at the plane x = 0 changes neither separation nor distance; nullopt for shapes that may differ from
/// their mirror image.
[[nodiscard]] std::optional<double> mirrorError(const PosedShape& a, const PosedShape& b, const PairAnswer& answer,
                                                const std::string& algorithm = "sat");

/// Moving B by the mtv ends the overlap: the separation that is left is zero for convex shapes, and not negative for
/// concave ones, whose pieces may leave room.
[[nodiscard]] double separationAfterMtv(const PosedShape& a, const PosedShape& b, const PairAnswer& answer,
                                        const std::string& algorithm = "sat");

}  // namespace sepax
