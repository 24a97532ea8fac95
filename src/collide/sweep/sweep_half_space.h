#pragma once

#include "collide/sweep/sweep.h"

namespace sepax {

/// `sweep` for a pair with a half-space, with motions they can do. Straight motion in closed form: the half-space's one
/// axis, on which contact begins once and never ends while the other goes in or along. Rotating shapes: conservative
/// advancement against a window that covers the whole way. Half-spaces that do not face each other are in contact for
/// ever.
[[nodiscard]] SweepReport sweepHalfSpace(const PosedShape& a, const Motion& motion_a, const PosedShape& b,
                                         const Motion& motion_b, double duration);

}  // namespace sepax
