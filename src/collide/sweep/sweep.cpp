#include "collide/sweep/sweep.h"

#include "collide/sweep/contact_walk.h"
#include "collide/sweep/sweep_convex.h"
#include "collide/sweep/sweep_half_space.h"
#include "collide/sweep/sweep_mover.h"
#include "collide/sweep/sweep_pieces.h"
#include "core/language.h"

namespace sepax {

namespace {

/// Two shapes with motions that they can do.
struct SweptPair {
  PosedShape a, b;
  Motion motion_a, motion_b;
  Vec3 origin{0.0};  ///< of the space that they are in, world

  [[nodiscard]] bool hasNoEnd() const { return isUnbounded(a.shape) || isUnbounded(b.shape); }
  [[nodiscard]] bool isConvexPair() const { return isConvex(a.shape) && isConvex(b.shape); }
};

/// Where rounding has taken something from the positions: around A's centre, where doubles hold it.
Result<SweptPair> sweptPair(const PosedShape& a, const Motion& motion_a, const PosedShape& b, const Motion& motion_b) {
  if (isPlanar(a.shape) != isPlanar(b.shape)) {
    return fail(ErrorCode::kUnsupported, "", tr("a planar shape cannot be swept against a solid one"));
  }
  SweptPair pair{a, b, possible(a.shape, motion_a), possible(b.shape, motion_b)};
  if (a.pose.rest == Vec3{0.0} && b.pose.rest == Vec3{0.0}) return pair;
  pair.origin = a.pose.position;
  const auto about = [&](const Vec3& point, const Vec3& rest) { return (point - pair.origin) + (rest - a.pose.rest); };
  pair.a.pose = {Vec3{0.0}, a.pose.rotation};
  pair.b.pose = {about(b.pose.position, b.pose.rest), b.pose.rotation};
  for (Motion* motion : {&pair.motion_a, &pair.motion_b}) {
    if (motion->about) motion->about = about(*motion->about, Vec3{0.0});
  }
  return pair;
}

}  // namespace

Result<SweepReport> sweep(const PosedShape& given_a, const Motion& given_motion_a, const PosedShape& given_b,
                          const Motion& given_motion_b, double duration) {
  const auto pair = sweptPair(given_a, given_motion_a, given_b, given_motion_b);
  SEPAX_TRY(pair);
  const auto& [a, b, motion_a, motion_b, origin] = *pair;
  SweepReport report = pair->hasNoEnd() ? sweepHalfSpace(a, motion_a, b, motion_b, duration)
                       : !pair->isConvexPair()
                           ? sweepByPieces(a, motion_a, b, motion_b, duration)
                           : sweepConvex(a, motion_a, b, motion_b, duration, SweepGoal::kImpactAndExit);
  if (origin != Vec3{0.0}) {
    for (Vec3* point : {&report.point, &report.pose_a.position, &report.pose_b.position}) *point += origin;
  }
  if (report.hit && report.contacts.empty()) report.contacts = {wholeContact(report)};
  return report;
}

Result<Impact> timeOfImpact(const PosedShape& a, const Motion& motion_a, const PosedShape& b, const Motion& motion_b,
                            double duration) {
  const auto pair = sweptPair(a, motion_a, b, motion_b);
  SEPAX_TRY(pair);
  if (!pair->hasNoEnd() && pair->isConvexPair()) {
    const FirstContact found = impactOfConvex(pair->a, pair->motion_a, pair->b, pair->motion_b, duration);
    return Impact{found.hit, found.time, found.undecided};
  }
  const auto report = sweep(a, motion_a, b, motion_b, duration);
  SEPAX_TRY(report);
  return Impact{report->hit, report->time, report->undecided};
}

}  // namespace sepax
