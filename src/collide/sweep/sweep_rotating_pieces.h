#pragma once

#include "collide/sweep/sweep.h"
#include "geom/pieces.h"

namespace sepax {

/// A shape of several pieces on its way. Its motion says about which point it rotates.
struct MovingPieces {
  const ShapePieces& pieces;
  const Pose& pose;
  const Motion& motion;
};

/// The pieces of two rotating shapes that touch first within `duration`, and when, never late: `value` is infinite when none do. `slack`:
/// rounding of a box in the other's space, metres.
[[nodiscard]] ItemPair firstRotatingPieces(const MovingPieces& a, const MovingPieces& b, double duration, double slack);

}  // namespace sepax
