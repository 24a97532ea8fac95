#include "collide/convex/sweep_straight.h"

#include "geom/tolerances.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sepax {

SweptAxis sweepInterval(double a_min, double a_max, double b_min, double b_max, double speed) {
  SweptAxis axis;
  const double above = b_min - a_max, below = a_min - b_max;  // gaps with B above and below A
  axis.gap = std::max(above, below);
  axis.speed = speed;
  if (speed == 0) {
    axis.impact = axis.gap <= 0 ? -kInfinity : kInfinity;
    axis.exit = -axis.impact;
  } else if (speed < 0) {
    axis.impact = above / -speed;
    axis.exit = -below / -speed;
  } else {
    axis.impact = below / speed;
    axis.exit = -above / speed;
  }
  return axis;
}

SweptAabbReport sweepAabb(const Vec3& a_min, const Vec3& a_max, const Vec3& b_min, const Vec3& b_max,
                          const Vec3& velocity_of_b_from_a, double duration) {
  SweptAabbReport report;
  report.impact = -kInfinity;
  report.exit = kInfinity;
  for (int c = 0; c < 3; ++c) {
    SweptAxis& axis = report.axes[static_cast<std::size_t>(c)];
    axis = sweepInterval(a_min[c], a_max[c], b_min[c], b_max[c], velocity_of_b_from_a[c]);
    if (axis.impact > report.impact) {
      report.impact = axis.impact;
      report.impact_axis = c;
    }
    report.exit = std::min(report.exit, axis.exit);
  }
  if (report.impact < 0) report.impact_axis = -1;
  report.hit = report.impact <= report.exit && report.impact <= duration && report.exit >= 0;
  return report;
}

namespace {

/// A graze halves its distance to the end each round: from one to kSweepContact in twenty.
constexpr int kMaxSweepRounds = 100;

/// Times of the projection intervals on a direction; A's is widened by the slack.
SweptAxis timesAlong(const StraightPair& pair, const Vec3& direction, double slack) {
  const double wide = slack + pair.radii;
  return sweepInterval(dot(pair.a(-direction).point, direction) - wide, dot(pair.a(direction).point, direction) + wide,
                       dot(pair.b(-direction).point, direction), dot(pair.b(direction).point, direction),
                       dot(pair.velocity, direction));
}

}  // namespace

StraightContact firstContact(const StraightPair& pair, double slack, double until) {
  StraightContact out;
  const Vec3 start = pair.b.centre() - pair.a.centre();
  Vec3 guess = start;
  for (int round = 0; round < kMaxSweepRounds; ++round) {
    out.closest = coreGap(pair.a, pair.b.moved(Mat3{1.0}, out.time * pair.velocity), guess);
    guess = out.closest.direction;
    const double gap = out.closest.lower - pair.radii;
    const double near = slack + kSweepContact * (pair.size + length(start + out.time * pair.velocity));
    out.hit = gap <= near;
    if (out.hit) return out;
    SweepAxis axis{{}, guess, timesAlong(pair, guess, slack)};
    axis.times.gap += slack;
    const SweptAxis times = axis.times;
    out.axes.push_back(std::move(axis));
    const bool never = times.speed >= 0;  // apart, and along this direction they do not come nearer
    if (never || times.impact > until) {
      out.time = until;
      return out;
    }
    out.hit = times.impact <= out.time;  // too close for a double
    if (out.hit) return out;
    out.time = times.impact;
  }
  out.hit = true;
  return out;
}

std::optional<StraightContact> lastContact(const StraightPair& pair, double slack) {
  const double speed = length(pair.velocity);
  if (!(speed > 0)) return std::nullopt;
  // Beyond this they are apart along the way itself.
  const Vec3 ahead = pair.velocity / speed;
  const double way =
      dot(pair.a(ahead).point, ahead) - dot(pair.b(-ahead).point, ahead) + pair.radii + 2 * slack + pair.size;
  const double end = std::max(0.0, way) / speed;
  StraightPair back = pair;
  back.b = pair.b.moved(Mat3{1.0}, end * pair.velocity);
  back.velocity = -pair.velocity;
  const double rounding = slack + 16 * kEpsilon * (length(pair.b.centre() - pair.a.centre()) + speed * end);
  StraightContact out = firstContact(back, rounding, std::numeric_limits<double>::infinity());
  if (!out.hit) return std::nullopt;
  out.time = end - out.time;
  for (SweepAxis& axis : out.axes) {
    axis.times = timesAlong(pair, axis.direction, rounding);
    axis.times.gap += rounding;
  }
  return out;
}

}  // namespace sepax
