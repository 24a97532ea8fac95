#include "collide/sweep.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "collide/closest_points.h"
#include "collide/sat.h"
#include "collide/sweep_pieces.h"
#include "collide/sweep_rounded.h"
#include "geom/convex.h"
#include "geom/tolerances.h"

namespace sepax {

namespace {

constexpr double kForever = std::numeric_limits<double>::infinity();
constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
constexpr int kMostSteps = 2000;

/// A shape on its way, relative to the sweep's origin (A's centre at the start). The features are turned as at the start and measured
/// from the point that they turn about.
struct Mover {
  ConvexFeatures features;
  Vec3 about{0.0};
  Vec3 linear{0.0}, angular{0.0};
  double arm = 0;  ///< farthest core vertex from the axis of turning, metres

  [[nodiscard]] double spin() const { return length(angular); }
};

Mat3 turned(const Vec3& angular, double time) {
  const double spin = length(angular);
  if (spin * time == 0) return Mat3{1.0};
  return matrixOf(quaternionAbout(normalizedOr(angular, {0, 0, 1}), spin * time));
}

/// What a shape can do of a motion: axis-aligned boxes never turn.
Motion possible(const Shape& shape, Motion motion) {
  if (neverTurns(shape)) motion.angular = Vec3{0.0};
  return motion;
}

Mover moverOf(const PlacedShape& placed_shape, const Motion& motion, const Vec3& origin) {
  Mover mover;
  const Vec3 about = motion.about.value_or(placed_shape.pose.position);
  mover.features = placed(convexFeatures(placed_shape.shape), placed_shape.pose.rotation, placed_shape.pose.position - about);
  mover.about = about - origin;
  mover.linear = motion.linear;
  mover.angular = motion.angular;
  if (mover.features.planar) {
    mover.linear.z = 0;
    mover.angular = {0, 0, motion.angular.z};
  }
  const Vec3 axis = normalizedOr(mover.angular, Vec3{0.0});
  for (const Vec3& v : mover.features.core.vertices) mover.arm = std::max(mover.arm, length(v - dot(v, axis) * axis));
  return mover;
}

Polytope coreAt(const Mover& mover, double time) {
  return placed(mover.features, turned(mover.angular, time), mover.about + time * mover.linear).core;
}

/// Heights of a core's vertices on a direction and how fast they change.
struct Heights {
  std::vector<double> at, speed;
};

Heights heightsOf(const Mover& mover, const Polytope& core, double time, const Vec3& direction) {
  Heights heights;
  const Vec3 about = mover.about + time * mover.linear;
  for (const Vec3& v : core.vertices) {
    heights.at.push_back(dot(v, direction));
    heights.speed.push_back(dot(mover.linear + glm::cross(mover.angular, v - about), direction));
  }
  return heights;
}

double extreme(const Heights& heights, double after, double sense) {
  double best = -kForever;
  for (std::size_t i = 0; i < heights.at.size(); ++i) best = std::max(best, sense * (heights.at[i] + after * heights.speed[i]));
  return sense * best;
}

/// How long the gap along a fixed direction surely stays open, at most `limit`. Vertices move on arcs: a straight line in time misses
/// their height by at most half their centripetal acceleration × time². The bound is concave, so it stays positive up to its one root.
double safeTime(const Mover& a, const Heights& heights_a, const Mover& b, const Heights& heights_b, double gap, const Vec3& direction,
                double limit) {
  const double closing = dot(a.linear - b.linear, direction);
  const double spin = a.spin() * a.arm + b.spin() * b.arm;
  const double by_speed = closing + spin > 0 ? gap / (closing + spin) : kForever;
  if (spin == 0 || by_speed >= limit) return std::min(by_speed, limit);
  const double pull = a.spin() * a.spin() * a.arm + b.spin() * b.spin() * b.arm;
  const double start = extreme(heights_b, 0, -1) - extreme(heights_a, 0, 1);
  const auto open = [&](double h) { return extreme(heights_b, h, -1) - extreme(heights_a, h, 1) - start + gap - pull * h * h / 2 > 0; };
  if (open(limit)) return limit;
  double low = by_speed, high = limit;
  if (!open(low)) return by_speed;
  while (high - low > 0.01 * low) {
    const double middle = low + (high - low) / 2;
    (open(middle) ? low : high) = middle;
  }
  return low;
}

struct Advance {
  bool hit = false, undecided = false;
  double time = 0;
  ClosestPoints closest;
  std::vector<SweepStep> steps;
};

/// Walks towards the first contact within `duration`, never past it.
Advance advance(const Mover& a, const Mover& b, double size, double duration) {
  Advance out;
  const double start = length(b.about - a.about);
  const double speed = length(b.linear - a.linear);
  for (int step = 0; step < kMostSteps; ++step) {
    const Polytope core_a = coreAt(a, out.time), core_b = coreAt(b, out.time);
    out.closest = closestPoints(core_a, core_b);
    const Vec3& direction = out.closest.direction;
    const double offset = length(b.about - a.about + out.time * (b.linear - a.linear));
    const double tolerance = kSweepContact * (size + offset) + 8 * kEpsilon * (start + speed * out.time);
    out.hit = direction == Vec3{0.0};
    if (out.hit) return out;
    const Heights heights_a = heightsOf(a, core_a, out.time, direction), heights_b = heightsOf(b, core_b, out.time, direction);
    const double gap = extreme(heights_b, 0, -1) - extreme(heights_a, 0, 1) - a.features.radius - b.features.radius;
    out.hit = gap <= tolerance;
    if (out.hit) return out;
    const double left = duration - out.time;
    const double safe = safeTime(a, heights_a, b, heights_b, gap, direction, left);
    out.steps.push_back({out.time, gap, direction, safe});
    if (safe >= left) {
      out.time = duration;
      out.closest = closestPoints(coreAt(a, duration), coreAt(b, duration));
      return out;
    }
    const double next = out.time + safe;
    if (next == out.time) break;  // the clock cannot tell the two apart: contact
    out.time = next;
  }
  out.hit = out.undecided = true;
  return out;
}

bool isPolytope(const ConvexFeatures& shape) { return shape.radius == 0 && !shape.flat && !shape.core.faces.empty(); }

/// The features of both at the start, relative to the sweep's origin.
ConvexFeatures atStart(const Mover& mover) { return placed(mover.features, Mat3{1.0}, mover.about); }

/// Rounding of positions along the way, metres: shapes swept straight are grown by this, so that no contact is found late. Grazing counts.
double slackOf(const Mover& a, const Mover& b, double size, double duration) {
  return 16 * kEpsilon * (size + length(b.about - a.about) + length(b.linear - a.linear) * duration);
}

/// When the shadows on each axis of the start overlap: exact for polytopes; for round shapes their closest features join in. Returns the
/// gap at the start.
double sweepAxes(const Mover& a, const Mover& b, double size, double slack, SweepReport& report) {
  const Vec3 velocity = b.linear - a.linear;
  const SatReport sat = satReport(atStart(a), atStart(b), Vec3{0.0}, size, 0);
  for (const SatAxis& axis : sat.axes) {
    // The closest features change on the way: their axis at the start binds nobody.
    if (axis.state != AxisState::kTested || axis.kind == AxisKind::kClosest) continue;
    SweepAxis swept{axisName(axis), axis.direction,
                    sweepInterval(axis.a.min - slack, axis.a.max + slack, axis.b.min, axis.b.max, dot(velocity, axis.direction))};
    swept.times.gap = axis.separation;
    report.axes.push_back(std::move(swept));
  }
  return sat.axes[static_cast<std::size_t>(sat.deciding)].separation;
}

/// Straight motion: largest enter and smallest leave over the axes, or the way through the rounded difference.
void sweepStraight(const Mover& a, const Mover& b, double size, SweepReport& report) {
  const Vec3 velocity = b.linear - a.linear;
  const double slack = slackOf(a, b, size, report.duration);
  const double gap = sweepAxes(a, b, size, slack, report);
  double enter = -kForever, leave = kForever;
  if (isPolytope(a.features) && isPolytope(b.features)) {
    const SweepAxis* deciding = nullptr;
    for (const SweepAxis& axis : report.axes) {
      if (axis.times.enter > enter) {
        enter = axis.times.enter;
        deciding = &axis;
      }
      leave = std::min(leave, axis.times.leave);
    }
    if (deciding != nullptr) {
      report.deciding_axis = deciding->name;
      report.normal = deciding->times.speed > 0 ? -deciding->direction : deciding->direction;
    }
  } else {
    const RoundedSweep met = sweepRounded(atStart(a), atStart(b), velocity, slack);
    // The pieces cover the surface of the difference only: inside of it the way has entered already.
    const bool inside = gap <= slack;
    enter = inside ? std::min(0.0, met.enter) : met.enter;
    leave = inside ? std::max(0.0, met.leave) : met.leave;
    if (velocity == Vec3{0.0}) {
      enter = inside ? -kForever : kForever;
      leave = -enter;
    }
    report.first_features = featureName('A', met.on_a) + " · " + featureName('B', met.on_b);
  }
  report.hit = enter <= leave && enter <= report.duration && leave >= 0;
  report.starts_in_contact = report.hit && enter <= 0;
  report.time = report.hit ? std::max(0.0, enter) : report.duration;
  report.never_leaves = report.hit && leave == kForever;
  if (report.hit && !report.never_leaves) report.leave_time = leave;
  if (!report.hit) report.normal = Vec3{0.0};
  if (!report.hit || report.starts_in_contact) report.first_features.clear();
}

/// When turning shapes part after their first contact: steps over which no point can move farther than the overlap is deep and the
/// tolerance wide, so the contact is unbroken up to the time told. Nothing when they do not part in time or within the steps.
std::optional<double> leaveTurning(const Mover& a, const Mover& b, double size, double from, double duration) {
  constexpr std::size_t kMostEdgePairs = 20000;  // cylinders and cones against each other: each step would cost milliseconds
  constexpr int kMostLeaveSteps = 600;
  if (a.features.edge_axes.size() * b.features.edge_axes.size() > kMostEdgePairs) return std::nullopt;
  const double tolerance = kSweepLeave * size;
  const double speed = length(b.linear - a.linear) + a.spin() * a.arm + b.spin() * b.arm;
  double time = from;
  for (int step = 0; step < kMostLeaveSteps && time <= duration; ++step) {
    const SatReport sat = satReport(placed(a.features, turned(a.angular, time), a.about + time * a.linear),
                                    placed(b.features, turned(b.angular, time), b.about + time * b.linear), Vec3{0.0}, size, 0);
    const double separation = sat.axes[static_cast<std::size_t>(sat.deciding)].separation;
    if (separation > tolerance / 2) return time;
    time += (tolerance - separation) / speed;
  }
  return std::nullopt;
}

void finish(const PlacedShape& a, const PlacedShape& b, const ClosestPoints& closest, const Mover& mover_a, const Mover& mover_b,
            const Vec3& origin, SweepReport& report) {
  const double radii = mover_a.features.radius + mover_b.features.radius;
  report.distance = std::max(0.0, closest.distance - radii);
  if (!report.hit) return;
  if (report.normal == Vec3{0.0}) report.normal = closest.direction;
  if (report.starts_in_contact || report.normal == Vec3{0.0}) {
    const auto pair = testPair({a.shape, report.pose_a}, {b.shape, report.pose_b});
    if (pair) report.normal = pair->answer.normal;
    if (pair && report.starts_in_contact) {
      report.point = pair->answer.closest_a + (pair->answer.closest_b - pair->answer.closest_a) / 2.0;
      return;
    }
  }
  const Vec3 on_a = closest.a + mover_a.features.radius * report.normal, on_b = closest.b - mover_b.features.radius * report.normal;
  // The walk is relative to A's own straight motion.
  report.point = origin + (on_a + on_b) / 2.0;
}

std::array<Vec3, 2> boundsOf(const ConvexFeatures& shape) {
  Vec3 low{kForever}, high{-kForever};
  for (const Vec3& v : shape.core.vertices) {
    low = glm::min(low, v);
    high = glm::max(high, v);
  }
  const Vec3 reach{shape.radius, shape.radius, shape.planar ? 0 : shape.radius};
  return {low - reach, high + reach};
}

}  // namespace

Pose poseAt(const Pose& start, const Motion& motion, double time) {
  const Vec3 about = motion.about.value_or(start.position);
  const Mat3 turn = turned(motion.angular, time);
  return {about + time * motion.linear + turn * (start.position - about), turn * start.rotation};
}

Result<SweepReport> sweep(const PlacedShape& a, const Motion& given_a, const PlacedShape& b, const Motion& given_b, double duration) {
  const Motion motion_a = possible(a.shape, given_a), motion_b = possible(b.shape, given_b);
  if (isPlanar(a.shape) != isPlanar(b.shape)) {
    return fail(ErrorCode::kUnsupported, "", "a planar shape cannot be swept against a solid one");
  }
  if (!isConvex(a.shape) || !isConvex(b.shape)) return sweepByPieces(a, motion_a, b, motion_b, duration);
  SweepReport report;
  report.duration = duration;
  const Vec3 origin = a.pose.position;
  Mover mover_a = moverOf(a, motion_a, origin), mover_b = moverOf(b, motion_b, origin);
  const Vec3 common = mover_a.linear;
  mover_b.linear -= common;  // only relative motion tells; a common one must not cost digits
  mover_a.linear = Vec3{0.0};
  report.linear = mover_a.spin() == 0 && mover_b.spin() == 0;
  const double size = pairSize(a, b);
  ClosestPoints closest;
  if (report.linear) {
    sweepStraight(mover_a, mover_b, size, report);
    closest = closestPoints(coreAt(mover_a, report.time), coreAt(mover_b, report.time));
  } else {
    Advance found = advance(mover_a, mover_b, size, duration);
    report.hit = found.hit;
    report.undecided = found.undecided;
    report.time = found.time;
    report.starts_in_contact = found.hit && found.time == 0;
    report.steps = std::move(found.steps);
    closest = found.closest;
    if (found.hit && !found.undecided) report.leave_time = leaveTurning(mover_a, mover_b, size, report.time, duration);
  }
  if (report.linear) {
    const auto [a_min, a_max] = boundsOf(atStart(mover_a));
    const auto [b_min, b_max] = boundsOf(atStart(mover_b));
    report.boxes = sweepAabb(a_min, a_max, b_min, b_max, mover_b.linear, duration);
  }
  report.pose_a = poseAt(a.pose, motion_a, report.time);
  report.pose_b = poseAt(b.pose, motion_b, report.time);
  finish(a, b, closest, mover_a, mover_b, origin + report.time * common, report);
  return report;
}

}  // namespace sepax
