#pragma once

#include "collide/sweep/sweep_report.h"

namespace sepax {

/// `sweep` for a pair with a half-space, with motions they can do. Straight motion in closed form: the half-space's one
/// axis, on which contact begins once and never ends while the other goes in or along. Rotating shapes: conservative
/// advancement against a proxy that covers the whole trajectory. Half-spaces that do not face each other are in contact
/// for ever.
[[nodiscard]] SweepReport sweepHalfSpace(const PosedShape& a, const Motion& motion_a, const PosedShape& b,
                                         const Motion& motion_b, double duration);

}  // namespace sepax
