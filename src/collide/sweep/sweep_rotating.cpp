#include "collide/sweep/sweep_rotating.h"

#include "collide/convex/sweep_straight.h"
#include "collide/gjk/closest_points.h"
#include "collide/gjk/epa.h"
#include "collide/gjk/smooth_gap.h"
#include "geom/convex.h"
#include "geom/portable_math.h"
#include "geom/rounded.h"
#include "geom/tolerances.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

namespace sepax {

namespace {

/// The shape whose distance is measured: a half-space in the plane by the corners of its proxy.
Shape measuredShape(const Shape& shape) {
  if (!std::holds_alternative<HalfSpace2>(shape)) return coreOf(shape);
  Polygon out;
  out.vertices.clear();
  for (const Vec3& v : convexFeatures(shape).core.vertices) out.vertices.emplace_back(v);
  return out;
}

/// A point in the midst of a core.
Vec3 midst(const SupportMap& core) {
  if (core.kind() == SupportKind::kDrop) return core.curvedCore().bottom();
  if (core.kind() != SupportKind::kVertices) return core.centre();
  Vec3 sum{0.0};
  for (const Vec3& v : core.vertices()) sum += v;
  return sum / static_cast<double>(core.vertices().size());
}

/// A core shrunk about a point.
SupportMap shrunkAbout(const SupportMap& core, const Vec3& point, double share) {
  if (core.kind() == SupportKind::kVertices) return core.moved(Mat3{share}, (1 - share) * point);
  CurvedCore out = core.curvedCore();
  out.centre = point + share * (out.centre - point);
  out.half_length *= share;
  out.radius *= share;
  out.half_axes *= share;
  return SupportMap(out);
}

/// A point of A's core that is deep in B's, which it meets: where B, shrunk about a point of its inside, only just
/// touches A (growth distance, Ong and Gilbert 1996). Newton's method from the point on; about as deep is enough.
Vec3 deepPoint(const SupportMap& a, const SupportMap& b, const Vec3& inside) {
  constexpr int kRounds = 8;
  constexpr double kEnough = 0.02;
  GjkResult gap = gjk(a, SupportMap::viewOf({&inside, 1}), {.start = inside - a.centre()});
  double share = 0;
  for (int round = 0; round < kRounds && gap.lower > 0; ++round) {
    const Vec3& d = gap.direction;
    const double height = dot(inside - a(d).point, d), extent = dot(inside - b(-d).point, d);
    const double next = extent > 0 ? std::min(1.0, height / extent) : 1;
    if (!(next > share + kEnough * (1 - share))) break;
    share = next;
    gap = gjk(a, shrunkAbout(b, inside, share), {.start = d});
  }
  return gap.a;
}

/// How deep cores that meet are in each other.
double depthOf(const SupportMap& a, const SupportMap& b, const GjkResult& gap) {
  const auto corners = gap.simplex.begin() + std::max(1, gap.corners);
  return epaSearch(a, b, std::vector<GjkVertex>(gap.simplex.begin(), corners), kEpaGap * gap.extent).depth;
}

Vec3 inBody(const Mover& mover, const Vec3& from_pivot) {
  return glm::transpose(mover.body.rotation) * (from_pivot - mover.body.position);
}

double distanceTo(const CoreDistance& core, const Mover& mover, const Vec3& from_pivot) {
  Vec3 normal{0.0};
  return core(inBody(mover, from_pivot), normal);
}

}  // namespace

WitnessPair::WitnessPair(const PosedShape& first, const Mover& of_first, const PosedShape& second,
                         const Mover& of_second, double size)
    : a_(of_first), b_(of_second), radii_(of_first.core.radius() + of_second.core.radius()), apart_(kSweepExit * size) {
  const auto measureIn = [&](const PosedShape& shape) {
    distance_to_b_.emplace(measuredShape(shape.shape));
    inside_b_ = midst(b_.core);
    is_solid_ = distanceTo(*distance_to_b_, b_, inside_b_) < 0;
  };
  measureIn(second);
  for (const PosedShape* other : {&first, &second}) {
    if (is_solid_) break;
    std::swap(a_, b_);
    measureIn(*other);
  }
  guess_ = b_.about - a_.about;
}

std::optional<Witness> WitnessPair::at(double time) {
  const SupportMap a = a_.at(time), b = b_.at(time);
  GjkResult gap = gjk(a, b, {.start = guess_});
  // How little they overlap matters to cores without an inside alone.
  if (!is_solid_ || gap.stop != GjkStop::kEncloses) gap = polished(a, b, tightened(a, b, gap));
  guess_ = gap.direction;
  if (gap.lower - radii_ > apart_) return std::nullopt;
  const Mat3 turn_a = rotationAfter(a_.angular, time), turn_b = rotationAfter(b_.angular, time);
  const Vec3 pivot_a = a_.about + time * a_.linear, pivot_b = b_.about + time * b_.linear;
  const bool meet = !(gap.lower > 0);
  Vec3 point = gap.a;
  if (meet && is_solid_) point = deepPoint(a, b, pivot_b + turn_b * inside_b_);
  Witness out{time, glm::transpose(turn_a) * (point - pivot_a), point - pivot_b};
  if (is_solid_) {
    out.slack = radii_ - distanceTo(*distance_to_b_, b_, glm::transpose(turn_b) * out.from_b);
  } else if (meet && radii_ == 0) {
    out.is_depth = true;
    out.slack = depthOf(a, b, gap);
  } else {
    out.slack = radii_ - gap.upper;
  }
  return out;
}

bool WitnessPair::holds(const Witness& from, const Witness& to) const {
  const double h = to.time - from.time, slack = apart_ / 2;
  const double s0 = from.slack + slack, s1 = to.slack + slack;
  if (s0 < 0 || s1 < 0) return false;
  const double speed = length(b_.linear - a_.linear), spin_a = a_.spin(), spin_b = b_.spin();
  if (from.is_depth || to.is_depth)
    return from.is_depth && to.is_depth && s0 + s1 >= h * (speed + spin_a * a_.arm + spin_b * b_.arm);
  const auto larger = [&](const auto& of) { return std::max(of(from), of(to)); };
  const double own = h > 0 ? length(to.in_a - from.in_a) / h : 0;  // how fast the point goes in A's frame
  const double arm = larger([](const Witness& w) { return length(w.in_a); });
  const double across = larger([&](const Witness& w) { return length(glm::cross(a_.angular, w.in_a)); });
  // A's pivot goes straight against B's: it is farthest from B's axis at an end.
  const double beside = larger([&](const Witness& w) {
    const Vec3 between = (a_.about - b_.about) + w.time * (a_.linear - b_.linear);
    return length(glm::cross(b_.angular, between));
  });
  const double acceleration =
      spin_a * across + 2 * spin_a * own + 2 * spin_b * (speed + across + own) + spin_b * (beside + spin_b * arm);
  return std::sqrt(s0) + std::sqrt(s1) >= h * std::sqrt(acceleration / 2);
}

namespace {

constexpr int kMaxWalkLooks = 20'000;

struct ContactFollower {
  const ContactQuestions& asked;
  WalkedContacts& out;
  int looks = 0, unproved = 0;

  /// Contact that cannot be proved is followed in ever longer steps, up to a fifth of it.
  [[nodiscard]] double longestUnproved(double contact) const {
    constexpr double kLongest = 0.2;
    constexpr int kEach = 128;
    return contact * std::min(kLongest, std::ldexp(asked.unproved, unproved / kEach));
  }

  /// Whether the contact from `at` to `to` may be taken for one: proved, or too short a step to halve.
  bool isTaken(double enter, double at, double to) {
    if (to <= at || asked.holds(at, to)) return true;
    if (to - at > std::max({asked.least, longestUnproved(at - enter), 16 * kEpsilon * to})) return false;
    ++unproved;
    out.unseen = std::max(out.unseen, to - at);
    return true;
  }

  /// Follows the contact that begins at `enter`; returns a moment apart behind its end, none when there is none.
  std::optional<double> follow(double enter, std::optional<double>& exit) {
    double at = enter, step = asked.duration - enter;
    while (at < asked.duration) {
      if (++looks > kMaxWalkLooks) {
        out.undecided = true;
        return std::nullopt;
      }
      double to = std::min(at + step, asked.duration);
      const bool is_apart = asked.apart(to);
      const double apart = to;
      if (is_apart) {
        const auto last = asked.last(at, to);
        if (!last) {
          out.undecided = true;
          return std::nullopt;
        }
        to = *last;
      }
      if (!isTaken(enter, at, to)) {
        step = (to - at) / 2;
        continue;
      }
      if (is_apart) {
        exit = to;
        return apart;
      }
      step = 2 * (to - at);
      at = to;
    }
    return std::nullopt;
  }
};

}  // namespace

ContactSpan wholeContact(const SweepReport& report) {
  const bool exits = report.exit_time && *report.exit_time <= report.duration;
  return {report.time, exits ? report.exit_time : std::nullopt};
}

void adoptContacts(const WalkedContacts& walked, SweepReport& report) {
  report.contacts = walked.spans;
  report.contacts_complete = walked.complete;
  report.unseen = walked.unseen;
}

void adopt(const WalkedContacts& walked, SweepReport& report) {
  adoptContacts(walked, report);
  report.exit_time = walked.spans.front().exit;
  report.exit_undecided = walked.undecided && walked.spans.size() == 1;
}

WalkedContacts walkContacts(const ContactQuestions& asked, double from) {
  WalkedContacts out;
  ContactFollower walk{asked, out};
  for (double enter = from; enter <= asked.duration;) {
    if (out.spans.size() == asked.max_spans) {
      out.complete = false;
      break;
    }
    std::optional<double> exit;
    const auto apart = walk.follow(enter, exit);
    out.spans.push_back({enter, exit});
    if (!apart || *apart >= asked.duration) break;
    enter = asked.next(*apart);
  }
  out.complete = out.complete && !out.undecided;
  return out;
}

namespace {

constexpr std::size_t kMaxKeptSteps = 2000;
/// Turns in all, radians, beyond which it pays to ask when envelopes meet.
constexpr double kManyRadians = 60;

// How a sweep advances. A direction D(t) = d + t·ρ proves that nothing touches while all differences of points
// b(t) − a(t) are above zero along it, or above the radii times its length; it need not be unit, so ρ goes with the
// closest features and the bound stays tight. The height of one such difference is at least
//   h + h'·t − M·t²/2,   h = d·x,   h' = ρ·x + d·v,
// x the difference now and v its velocity. M is no less than any second derivative: points that rotate by w at the
// distance r from the axis accelerate by r·w² towards it (conservative advancement, Mirtich 1996), and
// d·(w × r) = r·(d × w) makes the lowest h + h'·t of all points one query for the farthest in the direction as it then
// leans. So the lowest height is a concave function of time that is known exactly: the step is its first root.

/// No less than minus the second derivative of heights along d + t·ρ, for t up to `limit`.
double curvingOf(const MoverAt& a, const MoverAt& b, const Vec3& d, const Vec3& rho, double radii, double limit) {
  const double rate = length(rho);
  double most = 2 * std::abs(dot(rho, b.mover.linear - a.mover.linear)) + radii * rate * rate;
  for (const MoverAt* at : {&a, &b}) {
    if (at->spin == 0) continue;
    const Mover& mover = at->mover;
    const double tilt = length(glm::cross(rho, mover.angular));
    const double farthest = portable::hypot(mover.arm, std::max(std::abs(mover.low), std::abs(mover.high)));
    most += at->spin * mover.arm * (length(glm::cross(mover.angular, d)) + limit * tilt) +
            2 * std::min(rate * at->spin * mover.arm, tilt * farthest);
  }
  return most;
}

/// How long heights along d + t·ρ surely stay above `least` and the radii, at most `limit`: from there back to the root
/// of the pair of points that is lowest, and so on.
double safeTime(const MoverAt& a, const MoverAt& b, const Vec3& d, const Vec3& rho, double radii, double least,
                double limit) {
  constexpr int kRounds = 20;
  constexpr double kEnough = 0.1;  // of `least`, by which round shapes may miss the root
  const double curving = curvingOf(a, b, d, rho, radii, limit);
  const Vec3 between = b.pivot - a.pivot, velocity = b.mover.linear - a.mover.linear;
  const Vec3 lean_a = rho + glm::cross(d, a.mover.angular), lean_b = rho + glm::cross(d, b.mover.angular);
  double time = limit;
  Vec3 on_a{0.0}, on_b{0.0};
  for (int round = 0; round < kRounds; ++round) {
    if (round == 0 || lean_a != Vec3{0.0}) on_a = a.turned(a.farthest(d + time * lean_a));
    if (round == 0 || lean_b != Vec3{0.0}) on_b = b.turned(b.farthest(-d - time * lean_b));
    const double height = dot(between + on_b - on_a, d) - radii - least;
    const double rise = dot(velocity, d) + dot(between, rho) + dot(on_b, lean_b) - dot(on_a, lean_a);
    if (height + time * (rise - curving * time / 2) >= -kEnough * least) return time;
    const double root = std::sqrt(std::max(0.0, rise * rise + 2 * curving * height));
    const double next = rise > 0 && curving > 0 ? (rise + root) / curving : 2 * height / (root - rise);
    if (!(next > 0)) return 0;
    if (!(next < time)) return time * (1 - 4 * kEpsilon);
    time = next;
  }
  return 0;
}

/// The rate at which the direction between the closest points must change to stay perpendicular to the features that
/// they lie on: a face's normal goes with the face, that of two edges with both. Along it the gap changes as the
/// distance does. Zero where the closest points are corners, and where the features change too fast to follow.
///
/// The corners of the closest simplex are differences p = b − a; d stays perpendicular to its edges e = p_k − p_0 when
/// rate·e = −d·(velocity of e): one such equation for two corners, two for three (solved by the dual basis in the plane
/// across d).
Vec3 rateOf(const GapMemory& memory, const MoverAt& a, const MoverAt& b) {
  if (memory.corners < 2 || memory.corners > 3 || a.spin + b.spin == 0) return Vec3{0.0};
  struct Side {
    Vec3 along;      ///< across the direction
    double leaning;  ///< how fast it leans out of there
  };
  const Vec3& d = memory.direction;
  const auto sideOf = [&](std::size_t k) -> Side {
    const Vec3 a0 = a.turned(memory.a[0]), b0 = b.turned(memory.b[0]), ak = a.turned(memory.a[k]),
               bk = b.turned(memory.b[k]);
    const Vec3 e = (bk - ak) - (b0 - a0);
    const Vec3 turning = glm::cross(b.mover.angular, bk - b0) - glm::cross(a.mover.angular, ak - a0);
    return {e - dot(e, d) * d, dot(turning, d)};
  };
  const Side one = sideOf(1);
  Vec3 rate{0.0};
  if (memory.corners == 2) {
    rate = -one.leaning / dot(one.along, one.along) * one.along;
  } else {
    const Side other = sideOf(2);
    rate = (other.leaning * glm::cross(one.along, d) - one.leaning * glm::cross(other.along, d)) /
           dot(d, glm::cross(one.along, other.along));
  }
  const double most = 16 * (a.spin + b.spin);
  return length(rate) <= most ? rate - dot(rate, d) * d : Vec3{0.0};
}

/// The gap of any cores as reports have it, where the faster search is not certain.
MovingGap reportedGap(const MoverAt& a, const MoverAt& b, double time, GapMemory& memory) {
  const GjkResult gap = coreGap(a.mover.at(time), b.mover.at(time), memory.direction);
  memory.direction = gap.direction;
  memory.corners = gap.lower > 0 ? std::min(gap.corners, 3) : 0;
  for (int i = 0; i < memory.corners; ++i) {
    memory.a[i] = a.atStart(gap.simplex[i].a - a.pivot);
    memory.b[i] = b.atStart(gap.simplex[i].b - b.pivot);
  }
  return {gap.lower, gap.lower};
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
                          GapMemory& memory) {
  const MoverAt at_a(a, time), at_b(b, time);
  const double start = length(b.about - a.about), speed = length(b.linear - a.linear);
  const double offset = length(at_b.pivot - at_a.pivot);
  const double near = kSweepContact * (size + offset) + 8 * kEpsilon * (start + speed * time);
  const bool straight = a.core.kind() == SupportKind::kVertices && b.core.kind() == SupportKind::kVertices;
  MovingGap gap;
  if (straight) {
    const double rounding = 8 * kEpsilon * (size + offset + a.arm + b.arm);
    gap = movingGap(at_a, at_b, {radii, near, rounding}, memory);
  }
  RotatingStep out;
  out.touches = gap.upper - radii <= near;
  if (!out.touches && !(gap.lower - radii > near / 2)) {
    gap = reportedGap(at_a, at_b, time, memory);
    out.touches = gap.lower - radii <= near;
  }
  out.gap = gap.lower - radii;
  if (out.touches) return out;
  out.advance = safeTime(at_a, at_b, memory.direction, Vec3{0.0}, radii, near / 2, limit);
  if (const Vec3 rate = rateOf(memory, at_a, at_b); out.advance < limit && rate != Vec3{0.0}) {
    const double reach = std::min(limit, 4 * out.advance + 1e-3 * limit);
    out.advance = std::max(out.advance, safeTime(at_a, at_b, memory.direction, rate, radii, near / 2, reach));
  }
  return out;
}

FirstContact firstContactOf(const Mover& a, const Mover& b, double radii, double size, double duration,
                            std::vector<SweepStep>* steps) {
  FirstContact out;
  Span span{0, duration, {}};
  if ((a.spin() + b.spin()) * duration > kManyRadians) span = envelopesMeet(a, b, radii, size, duration);
  if (steps != nullptr) *steps = std::move(span.steps);
  out.time = span.from;
  GapMemory memory;
  memory.direction = normalizedOr(b.about - a.about, {1, 0, 0});
  for (int step = 0; step < kMaxRotatingSteps; ++step) {
    const RotatingStep here = rotatingStep(a, b, radii, size, out.time, std::max(0.0, span.until - out.time), memory);
    ++out.looks;
    out.direction = memory.direction;
    if (out.time >= duration && out.time > 0) return out;  // a sweep of no time still asks about its start
    out.hit = here.touches;
    if (out.hit || out.time >= duration) return out;
    if (steps != nullptr && steps->size() < kMaxKeptSteps)
      steps->push_back({out.time, here.gap, out.direction, here.advance, false});
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
  WitnessPair pair(shape_a, a, shape_b, b, size);
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
    const FirstContact found = firstContactOf(seenFrom(a, apart, TimeSense::kBackwards),
                                              seenFrom(b, apart, TimeSense::kBackwards), radii, size, apart - first);
    if (found.undecided) return std::nullopt;
    return std::max(first, apart - found.time);
  };
  asked.next = [&](double apart) {
    const FirstContact found = firstContactOf(seenFrom(a, apart, TimeSense::kForwards),
                                              seenFrom(b, apart, TimeSense::kForwards), radii, size, duration - apart);
    return found.hit ? apart + found.time : kInfinity;
  };
  return walkContacts(asked, from);
}

}  // namespace sepax
