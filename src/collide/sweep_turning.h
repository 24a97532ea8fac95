#pragma once

#include "collide/core_gap.h"
#include "collide/sweep_mover.h"

#include <optional>
#include <vector>

namespace sepax {

/// What conservative advancement finds out about two turning shapes.
struct TurningContact {
  bool hit = false;
  bool undecided = false;  ///< out of steps; then a hit too
  double time = 0;         ///< of contact, never late; the duration on a miss
  CoreGap closest;         ///< of the cores at that time
  std::vector<SweepStep> steps;
};

/// Walks towards the first contact within `duration`. While the shapes' envelopes (envelopeOf) are apart nothing can meet: only the time
/// between is walked. A step is safe along the direction of the closest points: heights of points on arcs miss a straight line in time
/// by at most half their centripetal acceleration along the direction × time².
[[nodiscard]] TurningContact firstTurningContact(const Mover& a, const Mover& b, double radii, double size, double duration);

/// When two turning shapes part that touch at `from`: they are looked at in steps that grow by a fifth, and from the first moment apart
/// time runs backwards to their contact, so never early. An opening shorter than a fifth of the contact before it may be overlooked.
/// Nullopt when they are apart at no moment up to the duration, or the walk back is undecided.
[[nodiscard]] std::optional<double> turningLeave(const Mover& a, const Mover& b, double radii, double size, double from, double duration);

}  // namespace sepax
