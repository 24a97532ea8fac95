#pragma once

#include "collide/sweep/sweep_report.h"
#include "geom/pieces.h"

namespace sepax {

/// A moving shape of several pieces. Its motion says about which point it rotates.
struct MovingPieces {
  const ShapePieces& pieces;
  const Pose& pose;
  const Motion& motion;
};

/// The pieces of two rotating shapes that touch first.
struct RotatingPieces {
  int a = -1, b = -1;
  double time = kInfinity;  ///< never late; infinite when none touch
  bool undecided = false;   ///< out of steps; `time` is then the last moment known to be free of contact
  double distance = 0;      ///< what is left between them, metres
  Vec3 normal{0.0};         ///< unit, from A to B
  Vec3 point{0.0};          ///< where they touch, world
};

/// Which do within `duration`. `slack`: rounding of a box in the other's space, metres.
[[nodiscard]] RotatingPieces firstRotatingPieces(const MovingPieces& a, const MovingPieces& b, double duration,
                                                 double slack);

}  // namespace sepax
