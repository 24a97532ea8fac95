#include "collide/convex/sweep_straight.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "geom/tolerances.h"

namespace sepax {

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
