#include "collide/sweep/sweep.h"

#include "collide/sweep/contact_walk.h"
#include "collide/sweep/sweep_convex.h"
#include "collide/sweep/sweep_half_space.h"
#include "collide/sweep/sweep_mover.h"
#include "collide/sweep/sweep_pieces.h"
#include "core/language.h"

namespace sepax {

namespace {

SweepReport sweepPossible(const PosedShape& a, const Motion& motion_a, const PosedShape& b, const Motion& motion_b,
                          double duration) {
  if (isUnbounded(a.shape) || isUnbounded(b.shape)) return sweepHalfSpace(a, motion_a, b, motion_b, duration);
  if (!isConvex(a.shape) || !isConvex(b.shape)) return sweepByPieces(a, motion_a, b, motion_b, duration);
  return sweepConvex(a, motion_a, b, motion_b, duration, SweepGoal::kImpactAndExit);
}

/// Around A's centre, where doubles hold what rounding has taken from the positions.
SweepReport sweepAroundA(const PosedShape& a, Motion motion_a, const PosedShape& b, Motion motion_b, double duration) {
  const Vec3 origin = a.pose.position;
  const auto about = [&](const Vec3& point, const Vec3& rest) { return (point - origin) + (rest - a.pose.rest); };
  if (motion_a.about) motion_a.about = about(*motion_a.about, Vec3{0.0});
  if (motion_b.about) motion_b.about = about(*motion_b.about, Vec3{0.0});
  SweepReport report =
      sweepPossible({a.shape, {Vec3{0.0}, a.pose.rotation}}, motion_a,
                    {b.shape, {about(b.pose.position, b.pose.rest), b.pose.rotation}}, motion_b, duration);
  report.point += origin;
  report.pose_a.position += origin;
  report.pose_b.position += origin;
  return report;
}

}  // namespace

Result<SweepReport> sweep(const PosedShape& a, const Motion& given_a, const PosedShape& b, const Motion& given_b,
                          double duration) {
  const Motion motion_a = possible(a.shape, given_a), motion_b = possible(b.shape, given_b);
  if (isPlanar(a.shape) != isPlanar(b.shape)) {
    return fail(ErrorCode::kUnsupported, "", tr("a planar shape cannot be swept against a solid one"));
  }
  const auto withContacts = [](SweepReport report) {
    if (report.hit && report.contacts.empty()) report.contacts = {wholeContact(report)};
    return report;
  };
  const bool is_exact = a.pose.rest == Vec3{0.0} && b.pose.rest == Vec3{0.0};
  return withContacts(is_exact ? sweepPossible(a, motion_a, b, motion_b, duration)
                               : sweepAroundA(a, motion_a, b, motion_b, duration));
}

}  // namespace sepax
