#pragma once

#include "collide/sweep/contact_walk.h"
#include "collide/sweep/moving_gap.h"

#include <vector>

namespace sepax {

/// When two moving shapes first touch.
struct FirstContact {
  bool hit = false;
  bool undecided = false;  ///< out of steps; then a hit too
  double time = 0;         ///< of contact, never late; the duration on a miss
  Vec3 direction{0.0};     ///< unit, from A to B: along which the cores separate most at that time, or nearly
  int looks = 0;           ///< at the pair
};

/// Looks at one pair, at most: then it counts as touching.
inline constexpr int kMaxRotatingSteps = 20000;

/// How two moving shapes stand at a time, and how long they surely stay apart.
struct RotatingStep {
  double gap = 0;        ///< of the shapes at least, metres, along the memory's direction
  bool touches = false;  ///< the gap is within kSweepContact of the size and of how far they are from each other
  double advance = 0;    ///< seconds without contact from here on, at most what was asked for; 0 when they touch
};

/// A look at `time`, which may last up to `limit` seconds. `memory`: of a look shortly before, best; at first its
/// direction may be any.
[[nodiscard]] RotatingStep rotatingStep(const Mover& a, const Mover& b, double radii, double size, double time,
                                        double limit, GapMemory& memory);

/// Walks towards the first contact within `duration`, which need not be of rotating shapes. A step is safe along a
/// direction that goes with the closest features: heights of points on arcs miss a straight line in time by at most
/// half their acceleration along the direction × time². Shapes that make many turns meet only while their envelopes
/// (envelopeOf) do: no other time is walked. `steps` gets what was looked at, up to some thousands.
[[nodiscard]] FirstContact firstContactOf(const Mover& a, const Mover& b, double radii, double size, double duration,
                                          std::vector<SweepStep>* steps = nullptr);

/// All contact of two rotating shapes from `from` on, at which they touch.
[[nodiscard]] WalkedContacts rotatingContacts(const PosedShape& shape_a, const Mover& a, const PosedShape& shape_b,
                                              const Mover& b, double size, double from, double duration);

}  // namespace sepax
