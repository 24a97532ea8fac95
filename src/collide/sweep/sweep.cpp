#include "collide/sweep/sweep.h"

#include "collide/convex/sat_pair.h"
#include "collide/pair/pair_algorithm.h"
#include "collide/sweep/sweep_convex.h"
#include "collide/sweep/sweep_mover.h"
#include "collide/sweep/sweep_pieces.h"
#include "collide/sweep/sweep_rotating.h"
#include "core/language.h"
#include "geom/support.h"
#include "geom/tolerances.h"

#include <algorithm>
#include <cmath>

namespace sepax {

namespace {

/// The pair seen from the half-space; of two of them the first is the half-space here.
struct Sides {
  const PosedShape &half_space, &other;
  const Motion &half_space_motion, &other_motion;
  bool is_a;  ///< the half-space is A
};

/// Whether motion tilts the surface or changes what of the other is lowest.
bool rotates(const Sides& sides) {
  const Vec3 normal = halfSpaceNormal(sides.half_space.pose);
  const auto tilts = [&](const Vec3& spin) { return length(glm::cross(spin, normal)) > 4 * kEpsilon * length(spin); };
  if (isUnbounded(sides.other.shape)) return tilts(sides.other_motion.angular - sides.half_space_motion.angular);
  return tilts(sides.half_space_motion.angular) ||
         moverOf(sides.other, sides.other_motion, sides.other.pose.position).spin() > 0;
}

/// The lowest point of the other over the surface, measured from the half-space's origin.
Vec3 lowestPoint(const Sides& sides) {
  const Vec3 offset = sides.other.pose.position - sides.half_space.pose.position;
  if (isUnbounded(sides.other.shape)) return offset;
  const Vec3 down = -halfSpaceNormal(sides.half_space.pose);
  if (const MeshData* const mesh = trianglesOf(sides.other.shape)) {
    const std::vector<Vec3> corners = cornersOf(*mesh);
    const auto depth = [&](const Vec3& corner) { return dot(sides.other.pose.rotation * corner, down); };
    const auto lowest = std::max_element(corners.begin(), corners.end(),
                                         [&](const Vec3& p, const Vec3& q) { return depth(p) < depth(q); });
    return offset + sides.other.pose.rotation * *lowest;
  }
  return supportPoint(sides.other.shape, {offset, sides.other.pose.rotation}, down);
}

/// When the heights at the start and a constant speed mean contact, shapes grown by `slack`.
SweptAxis timesOf(double gap, double speed, double slack) {
  const double left = gap - slack;
  if (speed < 0) return {gap, speed, left / -speed, kInfinity};
  if (speed > 0) return {gap, speed, -kInfinity, -left / speed};
  return left <= 0 ? SweptAxis{gap, speed, -kInfinity, kInfinity} : SweptAxis{gap, speed, kInfinity, -kInfinity};
}

std::string firstFeatures(const Sides& sides, const Vec3& normal) {
  const ContactFeature surface{isPlanar(sides.half_space.shape) ? FeatureKind::kEdge : FeatureKind::kFace, 0};
  const std::string own = featureName(sides.is_a ? 'A' : 'B', surface);
  if (isUnbounded(sides.other.shape)) return own + " · " + featureName('B', surface);
  const std::string other = supportFeatureName(sides.is_a ? 'B' : 'A', sides.other, -normal);
  return sides.is_a ? own + " · " + other : other + " · " + own;
}

void sweepStraight(const Sides& sides, SweepReport& report) {
  const Vec3 normal = halfSpaceNormal(sides.half_space.pose), lowest = lowestPoint(sides);
  const Vec3 velocity = sides.other_motion.linear - sides.half_space_motion.linear;
  const double size = pairSize(sides.half_space, sides.other), speed = dot(velocity, normal), gap = dot(lowest, normal);
  const double slack =
      16 * kEpsilon *
      (size + length(sides.other.pose.position - sides.half_space.pose.position) + length(velocity) * report.duration);
  const SweptAxis times = timesOf(gap, speed, slack);
  report.axes = {{{sides.is_a ? AxisKind::kFaceA : AxisKind::kFaceB, sides.is_a ? 0 : -1, sides.is_a ? -1 : 0},
                  sides.is_a ? normal : -normal,
                  times}};
  report.hit = times.impact <= times.exit && times.impact <= report.duration && times.exit >= 0;
  report.starts_in_contact = report.hit && times.impact <= 0;
  report.time = report.hit ? std::max(0.0, times.impact) : report.duration;
  report.never_exits = report.hit && times.exit == kInfinity;
  if (report.hit && !report.never_exits) report.exit_time = times.exit;
  const double gap_then = gap + speed * report.time;
  report.distance = std::max(0.0, gap_then);
  if (!report.hit) return;
  report.normal = report.axes[0].direction;
  const Vec3 origin = sides.half_space.pose.position + report.time * sides.half_space_motion.linear;
  report.point = origin + (lowest + report.time * velocity) - normal * (gap_then / 2);
  if (report.starts_in_contact) return;
  report.deciding = 0;
  if (isConvex(sides.other.shape) || std::holds_alternative<Polygon>(sides.other.shape))
    report.first_features = firstFeatures(sides, normal);
}

/// Two half-spaces that do not face each other overlap without end; those that do meet at once when one of them tilts.
void sweepEndless(const Sides& sides, bool facing, SweepReport& report) {
  report.hit = true;
  report.time = 0;
  report.linear = !rotates(sides);
  report.starts_in_contact = !facing;
  report.never_exits = !facing && report.linear;
  report.exit_undecided = !report.never_exits;
  report.normal = halfSpaceNormal(sides.half_space.pose);
  report.point = testHalfSpaces(sides.half_space, sides.other, {}).answer.closest_a;
}

/// The farthest that anything of a moving shape gets from the point that it rotates about; of a half-space its own
/// origin.
double armOf(const PosedShape& shape, const Motion& motion) {
  const double own = motion.about ? length(*motion.about - shape.pose.position) : 0;
  if (isUnbounded(shape.shape)) return own;
  const BallAround ball = ballAround(shape);
  return own + length(ball.centre - shape.pose.position) + ball.radius;
}

PosedShape proxyForTrajectory(const Sides& sides, double duration) {
  const auto pivot = [](const PosedShape& shape, const Motion& motion) {
    return motion.about.value_or(shape.pose.position);
  };
  const double trajectory = length(sides.other_motion.linear - sides.half_space_motion.linear) * duration;
  const double between =
      length(pivot(sides.other, sides.other_motion) - pivot(sides.half_space, sides.half_space_motion));
  const double farthest =
      between + trajectory + armOf(sides.other, sides.other_motion) + armOf(sides.half_space, sides.half_space_motion);
  const double size = farthest > 0 ? 2 * farthest : 1;
  if (isPlanar(sides.half_space.shape)) return {HalfSpace2{size}, sides.half_space.pose};
  return {HalfSpace{size}, sides.half_space.pose};
}

/// `sweep` for a pair with a half-space, with motions they can do. Straight motion in closed form: the half-space's one
/// axis, on which contact begins once and never ends while the other goes in or along. Rotating shapes: conservative
/// advancement against a proxy that covers the whole trajectory. Half-spaces that do not face each other are in contact
/// for ever.
SweepReport sweepHalfSpace(const PosedShape& a, const Motion& motion_a, const PosedShape& b, const Motion& motion_b,
                           double duration) {
  const bool is_a = isUnbounded(a.shape);
  const Sides sides = is_a ? Sides{a, b, motion_a, motion_b, is_a} : Sides{b, a, motion_b, motion_a, is_a};
  SweepReport report;
  report.duration = duration;
  const bool two = isUnbounded(a.shape) && isUnbounded(b.shape), facing = two && faceEachOther(a.pose, b.pose);
  if (two && (!facing || rotates(sides))) {
    sweepEndless(sides, facing, report);
  } else if (!rotates(sides)) {
    sweepStraight(sides, report);
  } else {
    const PosedShape proxy = proxyForTrajectory(sides, duration);
    const PosedShape &seen_a = is_a ? proxy : a, &seen_b = is_a ? b : proxy;
    return isConvex(sides.other.shape)
               ? sweepConvex(seen_a, motion_a, seen_b, motion_b, duration, SweepGoal::kImpactAndExit)
               : sweepByPieces(seen_a, motion_a, seen_b, motion_b, duration);
  }
  report.pose_a = poseAt(a.pose, motion_a, report.time);
  report.pose_b = poseAt(b.pose, motion_b, report.time);
  return report;
}

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
