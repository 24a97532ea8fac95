#include "collide/sweep/sweep_convex.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "collide/convex/gjk_pair.h"
#include "collide/convex/sat_pair.h"
#include "collide/convex/sweep_straight.h"
#include "collide/gjk/closest_points.h"
#include "collide/pair/pair_frame.h"
#include "collide/pair/support_name.h"
#include "collide/pieces/by_pieces.h"
#include "collide/sat/sat.h"
#include "collide/sweep/sweep_mover.h"
#include "collide/sweep/sweep_rotating.h"
#include "collide/sweep/sweep_rounded.h"
#include "geom/shape_bounds.h"
#include "geom/tolerances.h"

namespace sepax {

namespace {

/// Two shapes and how they move, relative to the sweep's origin (A's centre at the start) and to A's straight motion.
struct MovingPair {
  const PosedShape &a, &b;
  Mover mover_a, mover_b;
  Vec3 origin, velocity;  ///< velocity of B against A
  double radii = 0, size = 0;

  [[nodiscard]] bool straight() const { return mover_a.spin() == 0 && mover_b.spin() == 0; }
  [[nodiscard]] bool curved() const {
    return mover_a.core.kind() != SupportKind::kVertices || mover_b.core.kind() != SupportKind::kVertices;
  }
};

bool isPolytope(const ConvexFeatures& shape) { return shape.radius == 0 && !shape.flat && !shape.core.faces.empty(); }

/// Size, distance and length of the trajectory together, metres: the rounding of positions on it scales with this.
double extentOf(const MovingPair& pair, double duration) {
  return pair.size + length(pair.mover_b.about - pair.mover_a.about) + length(pair.velocity) * duration;
}

/// That rounding, metres: shapes swept straight are grown by this, so that no contact is found late. Grazing counts.
double slackOf(const MovingPair& pair, double duration) { return 16 * kEpsilon * extentOf(pair, duration); }

/// When the projection intervals on each axis of the start overlap: exact for polytopes; for round shapes their closest
/// features join in. Returns the gap at the start.
double sweepAxes(const SatReport& sat, const Vec3& velocity, double slack, SweepReport& report) {
  for (const SatAxis& axis : sat.axes) {
    // The closest features change along the trajectory: their axis at the start bounds nothing later.
    if (axis.state != AxisState::kTested || axis.id.kind == AxisKind::kClosest) continue;
    SweepAxis swept{
        axis.id, axis.direction,
        sweepInterval(axis.a.min - slack, axis.a.max + slack, axis.b.min, axis.b.max, dot(velocity, axis.direction))};
    swept.times.gap = axis.separation;
    report.axes.push_back(std::move(swept));
  }
  return decidingAxis(sat).separation;
}

/// The times that a straight sweep found, before they become a report.
struct Times {
  double impact = -kInfinity, exit = kInfinity;
};

void settle(const Times& times, SweepReport& report) {
  report.hit = times.impact <= times.exit && times.impact <= report.duration && times.exit >= 0;
  report.starts_in_contact = report.hit && times.impact <= 0;
  report.time = report.hit ? std::max(0.0, times.impact) : report.duration;
  report.never_exits = report.hit && times.exit == kInfinity;
  if (report.hit && !report.never_exits) report.exit_time = times.exit;
  if (!report.hit) report.normal = Vec3{0.0};
  if (!report.hit || report.starts_in_contact) {
    report.deciding = -1;
    report.first_features.clear();
  }
}

/// Straight motion: latest time of impact and earliest exit time over the axes, or the part of the trajectory inside
/// the rounded difference.
ClosestPoints sweepFeatures(const MovingPair& pair, SweepReport& report) {
  thread_local SolidPair solid_pair;
  const bool solid = solid_pair.test(pair.a, pair.b, {0.0}, PrunedPairs::kCounted);
  const ConvexFeatures of_a = solid ? ConvexFeatures{} : featuresFrom(pair.a, pair.origin),
                       of_b = solid ? ConvexFeatures{} : featuresFrom(pair.b, pair.origin);
  const ConvexFeatures &a = solid ? solid_pair.a() : of_a, &b = solid ? solid_pair.b() : of_b;
  const double slack = slackOf(pair, report.duration);
  const SatReport sat = solid ? std::move(solid_pair.sat) : satReport(a, b, Vec3{0.0}, pair.size, 0);
  const double gap = sweepAxes(sat, pair.velocity, slack, report);
  Times times;
  if (solid || (isPolytope(a) && isPolytope(b))) {
    for (int i = 0; i < static_cast<int>(report.axes.size()); ++i) {
      const SweptAxis& on_axis = report.axes[static_cast<std::size_t>(i)].times;
      if (on_axis.impact > times.impact) {
        times.impact = on_axis.impact;
        report.deciding = i;
      }
      times.exit = std::min(times.exit, on_axis.exit);
    }
    if (report.deciding >= 0) {
      const SweepAxis& deciding = report.axes[static_cast<std::size_t>(report.deciding)];
      report.normal = deciding.times.speed > 0 ? -deciding.direction : deciding.direction;
    }
  } else {
    const RoundedSweep met = sweepRounded(a, b, pair.velocity, slack);
    // The pieces cover the surface of the difference only: inside of it contact has begun already.
    const bool inside = gap <= slack;
    times.impact = inside ? std::min(0.0, met.impact) : met.impact;
    times.exit = inside ? std::max(0.0, met.exit) : met.exit;
    if (pair.velocity == Vec3{0.0}) {
      times.impact = inside ? -kInfinity : kInfinity;
      times.exit = -times.impact;
    }
    report.first_features = featureName('A', met.on_a) + " · " + featureName('B', met.on_b);
  }
  settle(times, report);
  return closestPoints(a.core.vertices, transformed(b, Mat3{1.0}, report.time * pair.velocity).core.vertices);
}

ClosestPoints closestOf(const GjkResult& gap) {
  const bool apart = gap.lower > 0;
  return {gap.a, gap.b, apart ? gap.upper : 0, apart ? gap.direction : Vec3{0.0}};
}

/// Straight motion with a cylinder or cone: Newton's method from both sides. Its directions are the axes.
ClosestPoints sweepCurved(const MovingPair& pair, SweepReport& report) {
  const StraightPair straight{pair.mover_a.at(0), pair.mover_b.at(0), pair.radii, pair.velocity, pair.size};
  const double slack = slackOf(pair, report.duration);
  StraightContact first = firstContact(straight, slack, report.duration);
  const auto adopt = [&](StraightContact& contact, AxisKind kind) {
    for (std::size_t i = 0; i < contact.axes.size(); ++i) contact.axes[i].id = {kind, static_cast<int>(i), -1};
    std::move(contact.axes.begin(), contact.axes.end(), std::back_inserter(report.axes));
  };
  adopt(first, AxisKind::kImpact);
  Times times{first.hit ? first.time : kInfinity, kInfinity};
  if (first.hit) {
    report.deciding = static_cast<int>(report.axes.size()) - 1;
    report.normal = first.closest.direction;
    report.first_features =
        supportFeatureName('A', pair.a, report.normal) + " · " + supportFeatureName('B', pair.b, -report.normal);
    if (pair.velocity != Vec3{0.0}) {
      auto last = lastContact(straight, slack);
      times.exit = first.time;
      if (last) {
        times.exit = std::max(first.time, last->axes.empty() ? last->time : last->axes.back().times.exit);
        adopt(*last, AxisKind::kExit);
      }
    }
  }
  settle(times, report);
  if (first.hit) return closestOf(first.closest);
  // A miss may have been certain before the end.
  return closestOf(
      coreGap(straight.a, straight.b.moved(Mat3{1.0}, report.duration * pair.velocity), first.closest.direction));
}

/// Whether what is left of the gap at the time of a hit is what growing the shapes by their rounding leaves, and the
/// rounding of measuring it, `gap` of extent: a hit proves itself.
bool isProved(const MovingPair& pair, const ClosestPoints& closest, const SweepReport& report, double gap) {
  const double allowed = 4 * slackOf(pair, report.duration) + gap * extentOf(pair, report.duration);
  return !report.hit || closest.distance - pair.radii <= allowed;
}

/// Around A's centre at the start and along A's straight motion: a common one must not cost digits.
MovingPair movingPair(const PosedShape& a, const Motion& motion_a, const PosedShape& b, const Motion& motion_b) {
  const Vec3& origin = a.pose.position;
  MovingPair pair{a, b, moverOf(a, motion_a, origin), moverOf(b, motion_b, origin), origin, Vec3{0.0}};
  pair.mover_b.linear -= pair.mover_a.linear;
  pair.mover_a.linear = Vec3{0.0};
  pair.velocity = pair.mover_b.linear;
  pair.radii = pair.mover_a.core.radius() + pair.mover_b.core.radius();
  pair.size = pairSize(a, b);
  return pair;
}

void finish(const MovingPair& pair, const ClosestPoints& closest, const Vec3& origin, SweepReport& report) {
  report.distance = std::max(0.0, closest.distance - pair.radii);
  if (!report.hit) return;
  if (report.normal == Vec3{0.0}) report.normal = closest.direction;
  if (report.starts_in_contact || report.normal == Vec3{0.0}) {
    const PairAnswer now = runAlgorithm(pair.curved() ? gjkEpaAlgorithm() : satAlgorithm(),
                                        {pair.a.shape, report.pose_a}, {pair.b.shape, report.pose_b}, {})
                               .answer;
    report.normal = now.normal;
    if (report.starts_in_contact) {
      report.point = now.closest_a + (now.closest_b - now.closest_a) / 2.0;
      return;
    }
  }
  const double radius_a = pair.mover_a.core.radius(), radius_b = pair.mover_b.core.radius();
  // The walk is relative to A's own straight motion.
  report.point = origin + (closest.a + radius_a * report.normal + closest.b - radius_b * report.normal) / 2.0;
}

}  // namespace

SweepReport sweepConvex(const PosedShape& a, const Motion& motion_a, const PosedShape& b, const Motion& motion_b,
                        double duration, SweepGoal goal) {
  SweepReport report;
  report.duration = duration;
  const MovingPair pair = movingPair(a, motion_a, b, motion_b);
  report.linear = pair.straight();
  ClosestPoints closest;
  if (report.linear) {
    closest = pair.curved() ? sweepCurved(pair, report) : sweepFeatures(pair, report);
    if (!pair.curved() && !isProved(pair, closest, report, kClosestGap)) {
      report = SweepReport{};
      report.duration = duration;
      closest = sweepCurved(pair, report);
    }
    // No pair is known that comes here; one that does is reported as undecided, not with a wrong time.
    report.undecided = !isProved(pair, closest, report, 2 * kSweepContact);
    const auto [a_min, a_max] = boundsOf(pair.mover_a.at(0));
    const auto [b_min, b_max] = boundsOf(pair.mover_b.at(0));
    report.boxes = sweepAabb(a_min, a_max, b_min, b_max, pair.velocity, duration);
  } else {
    const FirstContact found =
        firstContactOf(pair.mover_a, pair.mover_b, pair.radii, pair.size, duration, &report.steps);
    report.hit = found.hit;
    report.undecided = found.undecided;
    report.time = found.time;
    report.starts_in_contact = found.hit && found.time == 0;
    closest = closestOf(coreGap(pair.mover_a.at(found.time), pair.mover_b.at(found.time), found.direction));
    if (goal == SweepGoal::kImpactAndExit && found.hit && !found.undecided) {
      adopt(rotatingContacts(a, pair.mover_a, b, pair.mover_b, pair.size, report.time, duration), report);
    }
  }
  report.pose_a = poseAt(a.pose, motion_a, report.time);
  report.pose_b = poseAt(b.pose, motion_b, report.time);
  finish(pair, closest, pair.origin + report.time * motion_a.linear, report);
  return report;
}

FirstContact impactOfConvex(const PosedShape& a, const Motion& motion_a, const PosedShape& b, const Motion& motion_b,
                            double duration) {
  const MovingPair pair = movingPair(a, motion_a, b, motion_b);
  return firstContactOf(pair.mover_a, pair.mover_b, pair.radii + 2 * slackOf(pair, duration), pair.size, duration);
}

}  // namespace sepax
