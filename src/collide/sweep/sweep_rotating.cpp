#include "collide/sweep/sweep_rotating.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "collide/convex/sweep_straight.h"
#include "collide/sweep/witness.h"
#include "geom/tolerances.h"

namespace sepax {

namespace {

constexpr std::size_t kMaxKeptSteps = 2000;

// How a rotating sweep advances. Over the next h seconds the gap along a moving direction d(t) is
//   gap(t) = d·(pivot_b − pivot_a) − extent_b(−d) − extent_a(d) − radii,
// with each shape's extent measured from the pivot that it rotates about. A separating direction proves that nothing
// touches while gap(t) > 0, so a step may be as long as a lower bound of gap(t) stays positive. The bound is a Taylor
// expansion at the step's start: the straight part is exact to first order (points move with their velocity, the
// direction with its rate, and the farthest point is asked for in the direction as it then leans); all that is of
// second order is bounded by half of `curving` × h². A point at distance r from the pivot that rotates by w accelerates
// by at most r w² towards the axis (conservative advancement, Mirtich 1996; a direction that rotates along with the
// closest features keeps the bound tight, so that steps need not shrink as the shapes come near).

/// A mover at a time.
struct MoverAt {
  const Mover& mover;
  SupportMap map;
  Vec3 pivot;

  MoverAt(const Mover& of, double time) : mover(of), map(of.at(time)), pivot(of.about + time * of.linear) {}

  [[nodiscard]] Vec3 velocity(const Vec3& point) const {
    return mover.linear + glm::cross(mover.angular, point - pivot);
  }

  /// Extent from the pivot along a direction that changes by `rate` a second, after `ahead` seconds of going on evenly.
  [[nodiscard]] double extent(const Vec3& direction, const Vec3& rate, double ahead) const {
    const Vec3 leaning = direction + ahead * (rate + glm::cross(direction, mover.angular));
    return dot(map(leaning).point - pivot, leaning);
  }

  /// By how much such extents may curve, m/s²: points go on arcs, and so does the direction, which rotates by `rate`
  /// rad/s.
  [[nodiscard]] double curving(const Vec3& direction, double rate) const {
    const double spin = mover.spin();
    if (rate == 0) return spin == 0 ? 0 : mover.arm * spin * length(glm::cross(mover.angular, direction));
    const double farthest = std::hypot(mover.arm, std::max(std::abs(mover.low), std::abs(mover.high)));
    return mover.arm * spin * (spin + 2 * rate) + farthest * rate * rate;
  }
};

/// How long the gap along a direction that starts as `direction` and changes by `rate` a second (perpendicular to it,
/// rad/s) surely stays above `least`, at most `limit`. The bound is concave in time: it stays above up to its one root.
double safeTime(const MoverAt& a, const MoverAt& b, const Vec3& direction, const Vec3& rate, double radii, double least,
                double limit) {
  const double spin = length(rate);
  const Vec3 between = b.pivot - a.pivot, velocity = b.mover.linear - a.mover.linear;
  const double speed = length(velocity),
               curving = a.curving(direction, spin) + b.curving(direction, spin) + 2 * speed * spin;
  const auto open = [&](double h) {
    const double curved = curving + (length(between) + speed * h) * spin * spin;
    const double straight = dot(between, direction) + h * (dot(velocity, direction) + dot(between, rate)) -
                            b.extent(-direction, -rate, h) - a.extent(direction, rate, h);
    return straight - radii - least - curved * h * h / 2 > 0;
  };
  if (open(limit)) return limit;
  double low = 0, high = limit;
  for (double next = limit / 2; next > 0; next /= 16) {  // down to a time that is safe, then halves between
    if (open(next)) {
      low = next;
      break;
    }
    high = next;
  }
  while (high - low > 0.02 * low) {
    const double middle = low + (high - low) / 2;
    if (middle == low || middle == high) break;
    (open(middle) ? low : high) = middle;
  }
  return low;
}

/// The rate, rad/s, at which the direction between the closest points must change to stay perpendicular to the features
/// that they lie on: a face's normal goes with the face, that of two edges with both. Along it the gap changes as the
/// distance does. Zero where the closest points are corners, and where the features change too fast to follow.
///
/// The corners of the closest simplex are differences p = a − b; d stays perpendicular to its edges e = p_k − p_0 when
/// rate·e = −d·(velocity of e): one such equation for two corners, two for three (solved by the dual basis in the plane
/// across d).
Vec3 rateOf(const GjkResult& gap, const MoverAt& a, const MoverAt& b) {
  if (gap.corners < 2 || gap.corners > 3) return Vec3{0.0};
  const auto velocity = [&](int k) { return a.velocity(gap.simplex[k].a) - b.velocity(gap.simplex[k].b); };
  const auto along = [&](int k) {
    const Vec3 e = gap.simplex[k].point - gap.simplex[0].point;
    return e - dot(e, gap.direction) * gap.direction;
  };
  const auto leaning = [&](int k) { return dot(velocity(k) - velocity(0), gap.direction); };
  Vec3 rate{0.0};
  if (gap.corners == 2) {
    const Vec3 e = along(1);
    rate = -leaning(1) / dot(e, e) * e;
  } else {
    const Vec3 e = along(1), f = along(2);
    rate = (leaning(2) * glm::cross(e, gap.direction) - leaning(1) * glm::cross(f, gap.direction)) /
           dot(gap.direction, glm::cross(e, f));
  }
  const double most = 16 * (a.mover.spin() + b.mover.spin());
  return length(rate) <= most ? rate - dot(rate, gap.direction) * gap.direction : Vec3{0.0};
}

/// The time in which two movers' envelopes meet.
struct Span {
  double from = 0, until = 0;
  std::vector<SweepStep> steps;  ///< that lead up to it
};

Span envelopesMeet(const Mover& a, const Mover& b, double radii, double size, double duration) {
  StraightPair pair{envelopeOf(a), envelopeOf(b), radii, b.linear - a.linear, size};
  pair.radii += (a.spin() > 0 ? pair.a.radius() : 0) + (b.spin() > 0 ? pair.b.radius() : 0);
  const double slack =
      16 * kEpsilon * (size + a.arm + b.arm + length(b.about) + length(a.about) + length(pair.velocity) * duration);
  const StraightContact first = firstContact(pair, slack, duration);
  Span span{first.hit ? first.time : duration, duration, {}};
  double time = 0;
  for (const SweepAxis& axis : first.axes) {
    const double next = axis.times.speed < 0 ? std::min(axis.times.impact, duration) : duration;
    span.steps.push_back({time, axis.times.gap + time * axis.times.speed, axis.direction, next - time, true});
    time = next;
  }
  if (!first.hit) return span;
  if (const auto last = lastContact(pair, slack)) span.until = std::min(duration, std::max(span.from, last->time));
  return span;
}

}  // namespace

RotatingStep rotatingStep(const Mover& a, const Mover& b, double radii, double size, double time, double limit,
                          const Vec3& guess) {
  const MoverAt at_a(a, time), at_b(b, time);
  RotatingStep out{coreGap(at_a.map, at_b.map, guess), 0, false, 0};
  out.gap = out.closest.lower - radii;
  const double start = length(b.about - a.about), speed = length(b.linear - a.linear);
  const double offset = length(b.about - a.about + time * (b.linear - a.linear));
  const double near = kSweepContact * (size + offset) + 8 * kEpsilon * (start + speed * time);
  out.touches = out.gap <= near;
  if (out.touches) return out;
  const Vec3& direction = out.closest.direction;
  out.advance = safeTime(at_a, at_b, direction, Vec3{0.0}, radii, near / 2, limit);
  if (const Vec3 rate = rateOf(out.closest, at_a, at_b); out.advance < limit && rate != Vec3{0.0}) {
    out.advance = std::max(out.advance, safeTime(at_a, at_b, direction, rate, radii, near / 2, limit));
  }
  return out;
}

RotatingContact firstRotatingContact(const Mover& a, const Mover& b, double radii, double size, double duration) {
  RotatingContact out;
  Span span = envelopesMeet(a, b, radii, size, duration);
  out.steps = std::move(span.steps);
  out.time = span.from;
  Vec3 guess = b.about - a.about;
  for (int step = 0; step < kMaxRotatingSteps; ++step) {
    const RotatingStep here = rotatingStep(a, b, radii, size, out.time, std::max(0.0, span.until - out.time), guess);
    out.closest = here.closest;
    if (out.time >= duration && out.time > 0) return out;  // a sweep of no time still asks about its start
    guess = out.closest.direction;
    out.hit = here.touches;
    if (out.hit || out.time >= duration) return out;
    if (out.steps.size() < kMaxKeptSteps) out.steps.push_back({out.time, here.gap, guess, here.advance, false});
    const double next = out.time + here.advance;
    if (next >= span.until) {
      out.time = duration;
      continue;
    }
    out.hit = next == out.time;  // too close for a double
    if (out.hit) return out;
    out.time = next;
  }
  out.hit = out.undecided = true;
  return out;
}

WalkedContacts rotatingContacts(const PosedShape& shape_a, const Mover& a, const PosedShape& shape_b, const Mover& b,
                                double size, double from, double duration) {
  const double radii = a.core.radius() + b.core.radius();
  const double speed = length(b.linear - a.linear) + a.spin() * a.arm + b.spin() * b.arm;
  if (!(speed > 0)) return {{{from, std::nullopt}}};
  // The distance is measured in a core that has an inside.
  const bool in_b = hasInside(shape_b, b) || !hasInside(shape_a, a);
  WitnessPair pair = in_b ? WitnessPair(a, shape_b, b, size) : WitnessPair(b, shape_a, a, size);
  std::map<double, std::optional<Witness>> known;  // the walk asks about a time more than once
  const auto at = [&](double time) -> const std::optional<Witness>& {
    const auto found = known.find(time);
    return found != known.end() ? found->second : known.emplace(time, pair.at(time)).first->second;
  };
  ContactQuestions asked;
  asked.duration = duration;
  asked.least = kSweepExit * size / speed;
  asked.apart = [&](double time) { return !at(time); };
  asked.holds = [&](double first, double last) { return at(first) && at(last) && pair.holds(*at(first), *at(last)); };
  asked.last = [&](double first, double apart) -> std::optional<double> {
    const RotatingContact found =
        firstRotatingContact(seenFrom(a, apart, TimeSense::kBackwards), seenFrom(b, apart, TimeSense::kBackwards),
                             radii, size, apart - first);
    if (found.undecided) return std::nullopt;
    return std::max(first, apart - found.time);
  };
  asked.next = [&](double apart) {
    const RotatingContact found =
        firstRotatingContact(seenFrom(a, apart, TimeSense::kForwards), seenFrom(b, apart, TimeSense::kForwards), radii,
                             size, duration - apart);
    return found.hit ? apart + found.time : kInfinity;
  };
  return walkContacts(asked, from);
}

}  // namespace sepax
