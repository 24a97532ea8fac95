#pragma once

#include "collide/gjk/gjk.h"

#include <span>

namespace sepax {

/// Brings the bounds of GJK's answer together where they stayed apart. Where curved cores or needles all but touch, the
/// nearest point creeps, and rounding ends the search with bounds apart by up to its root; so it does where cores are
/// far apart and the nearest point is next to a corner. Then B is placed a little away along the best direction, which
/// makes the search well behaved and hardly changes the direction, and again at ever smaller distances (a proximal
/// point method, Rockafellar 1976). Cores that overlap a little get their best direction that way, too. Metres, in the
/// maps' frame. The bounds meet within kClosestGap of the extent but for rare grazes; `direction` with `lower` is true
/// in any case, `simplex` goes with them; `a` and `b` are `upper` apart; `stop` and `extent` stay those of `found`.
[[nodiscard]] GjkResult tightened(const SupportMap& a, const SupportMap& b, GjkResult found);

/// The gap of two cores, curved ones too: GJK from `guess`, any direction, tightened.
[[nodiscard]] GjkResult coreGap(const SupportMap& a, const SupportMap& b, const Vec3& guess);

/// A direction near `direction` along which two cores that meet separate most, or overlap least: B is moved out along
/// it and a little farther, where GJK finds the direction between them; and again from there. It converges where
/// `direction` is nearer to this minimum than to another, as EPA's answer is. Unit; never one that separates less.
[[nodiscard]] Vec3 leastOverlapNear(const SupportMap& a, const SupportMap& b, const Vec3& direction);

/// The one of some unit directions along which, or against which, the gap is largest, the first of several; null when
/// there is none.
[[nodiscard]] const Vec3* largestGapAlong(const SupportMap& a, const SupportMap& b, std::span<const Vec3> directions);

}  // namespace sepax
