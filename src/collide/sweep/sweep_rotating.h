#pragma once

#include "collide/gjk/core_gap.h"
#include "collide/sweep/sweep_mover.h"

#include <functional>
#include <optional>
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

/// The first of some moments at which shapes in contact at `from` are `apart`: they are looked at in steps that grow by
/// a fifth, from `first` seconds on, so that an opening shorter than a fifth of the contact before it may be
/// overlooked. The last look is at the duration; nullopt when they are not apart then either.
[[nodiscard]] std::optional<double> momentApart(double from, double first, double duration,
                                                const std::function<bool(double)>& apart);

/// When the contact of rotating shapes ends.
struct RotatingExit {
  std::optional<double> time;  ///< never early; nullopt when they are apart at no moment looked at
  bool undecided = false;      ///< they are, but the walk back from there ran out of steps
};

/// When two rotating shapes that touch at `from` end their contact: from the first moment apart, time runs backwards to
/// their contact.
[[nodiscard]] RotatingExit rotatingExit(const Mover& a, const Mover& b, double radii, double size, double from,
                                        double duration);

}  // namespace sepax
