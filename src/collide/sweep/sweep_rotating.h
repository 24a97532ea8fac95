#pragma once

#include "collide/gjk/core_gap.h"
#include "collide/sweep/contact_walk.h"
#include "collide/sweep/sweep_mover.h"

#include <vector>

namespace sepax {

/// The result of conservative advancement for two rotating shapes.
struct RotatingContact {
  bool hit = false;
  bool undecided = false;  ///< out of steps; then a hit too
  double time = 0;         ///< of contact, never late; the duration on a miss
  GjkResult closest;       ///< of the cores at that time
  std::vector<SweepStep> steps;
};

/// Looks at one pair, at most: then it counts as touching.
inline constexpr int kMaxRotatingSteps = 20000;

/// How two rotating shapes stand at a time, and how long they surely stay apart.
struct RotatingStep {
  GjkResult closest;     ///< of the cores
  double gap = 0;        ///< of the shapes at least, metres
  bool touches = false;  ///< the gap is within kSweepContact of the size and of how far they are from each other
  double advance = 0;    ///< seconds without contact from here on, at most what was asked for; 0 when they touch
};

/// A look at `time`, which may last up to `limit` seconds. `guess`: any direction, best the one of a look shortly
/// before.
[[nodiscard]] RotatingStep rotatingStep(const Mover& a, const Mover& b, double radii, double size, double time,
                                        double limit, const Vec3& guess);

/// Walks towards the first contact within `duration`. While the shapes' envelopes (envelopeOf) are apart nothing can
/// meet: only the time between is walked. A step is safe along the direction of the closest points: heights of points
/// on arcs miss a straight line in time by at most half their centripetal acceleration along the direction × time².
[[nodiscard]] RotatingContact firstRotatingContact(const Mover& a, const Mover& b, double radii, double size,
                                                   double duration);

/// All contact of two rotating shapes from `from` on, at which they touch.
[[nodiscard]] WalkedContacts rotatingContacts(const PosedShape& shape_a, const Mover& a, const PosedShape& shape_b,
                                              const Mover& b, double size, double from, double duration);

}  // namespace sepax
