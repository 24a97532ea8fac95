#include "collide/sweep/sweep.h"

#include "collide/sweep/contact_walk.h"
#include "collide/sweep/sweep_convex.h"
#include "collide/sweep/sweep_half_space.h"
#include "collide/sweep/sweep_mover.h"
#include "collide/sweep/sweep_pieces.h"
#include "core/language.h"

namespace sepax {

namespace {

bool areConvex(const PosedShape& a, const PosedShape& b) {
  return !isUnbounded(a.shape) && !isUnbounded(b.shape) && isConvex(a.shape) && isConvex(b.shape);
}

/// Whether rounding has taken something from the positions.
bool haveRests(const PosedShape& a, const PosedShape& b) {
  return a.pose.rest != Vec3{0.0} || b.pose.rest != Vec3{0.0};
}

struct SweptPair {
  PosedShape a, b;
  Motion motion_a, motion_b;
};

/// Around A's centre, where doubles hold the positions.
SweptPair aroundA(const PosedShape& a, const Motion& motion_a, const PosedShape& b, const Motion& motion_b) {
  const auto about = [&](const Vec3& point, const Vec3& rest) {
    return (point - a.pose.position) + (rest - a.pose.rest);
  };
  SweptPair pair{{a.shape, {Vec3{0.0}, a.pose.rotation}},
                 {b.shape, {about(b.pose.position, b.pose.rest), b.pose.rotation}},
                 motion_a,
                 motion_b};
  for (Motion* motion : {&pair.motion_a, &pair.motion_b}) {
    if (motion->about) motion->about = about(*motion->about, Vec3{0.0});
  }
  return pair;
}

}  // namespace

Result<SweepReport> sweep(const PosedShape& a, const Motion& given_a, const PosedShape& b, const Motion& given_b,
                          double duration) {
  if (isPlanar(a.shape) != isPlanar(b.shape)) {
    return fail(ErrorCode::kUnsupported, "", tr("a planar shape cannot be swept against a solid one"));
  }
  if (haveRests(a, b)) {
    const SweptPair pair = aroundA(a, given_a, b, given_b);
    auto report = sweep(pair.a, pair.motion_a, pair.b, pair.motion_b, duration);
    SEPAX_TRY(report);
    for (Vec3* point : {&report->point, &report->pose_a.position, &report->pose_b.position}) *point += a.pose.position;
    return report;
  }
  const Motion motion_a = possible(a.shape, given_a), motion_b = possible(b.shape, given_b);
  SweepReport report = isUnbounded(a.shape) || isUnbounded(b.shape) ? sweepHalfSpace(a, motion_a, b, motion_b, duration)
                       : areConvex(a, b) ? sweepConvex(a, motion_a, b, motion_b, duration, SweepGoal::kImpactAndExit)
                                         : sweepByPieces(a, motion_a, b, motion_b, duration);
  if (report.hit && report.contacts.empty()) report.contacts = {wholeContact(report)};
  return report;
}

Result<Impact> timeOfImpact(const PosedShape& a, const Motion& motion_a, const PosedShape& b, const Motion& motion_b,
                            double duration) {
  if (haveRests(a, b)) {
    const SweptPair pair = aroundA(a, motion_a, b, motion_b);
    return timeOfImpact(pair.a, pair.motion_a, pair.b, pair.motion_b, duration);
  }
  if (isPlanar(a.shape) == isPlanar(b.shape) && areConvex(a, b)) {
    const FirstContact found = impactOfConvex(a, possible(a.shape, motion_a), b, possible(b.shape, motion_b), duration);
    return Impact{found.hit, found.time, found.undecided};
  }
  const auto report = sweep(a, motion_a, b, motion_b, duration);
  SEPAX_TRY(report);
  return Impact{report->hit, report->time, report->undecided};
}

}  // namespace sepax
