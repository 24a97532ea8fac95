#pragma once

#include "collide/gjk/gjk.h"
#include "geom/convex.h"

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

/// Closest points of two convex polytopes in one frame, metres.
struct ClosestPoints {
  Vec3 a{0.0}, b{0.0};  ///< witness points; equal (somewhere inside both) when the polytopes touch or overlap
  double distance = 0;  ///< 0 when they touch or overlap
  Vec3 direction{0.0};  ///< unit, from a to b; zero when distance is 0
};

/// The gap of two polytopes by their vertices, at least one each: solids, flat ones, segments and points. GJK on their
/// vertices, which are not copied, tightened where its bounds stay apart. |b − a| less the separation along `direction`
/// is at most kClosestGap of the extent, but for needles that all but touch.
[[nodiscard]] ClosestPoints closestPoints(std::span<const Vec3> a, std::span<const Vec3> b);

/// Closest points of two cores, curved ones too. A `guess` of the direction saves steps.
[[nodiscard]] ClosestPoints closestCores(const ConvexFeatures& a, const ConvexFeatures& b, const Vec3& guess);
[[nodiscard]] ClosestPoints closestCores(const ConvexFeatures& a, const ConvexFeatures& b);

/// Closest points of two segments p0p1 and q0q1, either of which may be a point; any pair of them when parallel
/// (Ericson 2005, 5.1.9; nearly parallel ones by Goldman 1990).
void closestOnSegments(const Vec3& p0, const Vec3& p1, const Vec3& q0, const Vec3& q1, Vec3& on_p, Vec3& on_q);

}  // namespace sepax
