#include "collide/outline/whole_outline.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "collide/outline/loop.h"
#include "geom/portable_math.h"
#include "geom/tolerances.h"

namespace sepax {

namespace {

/// Curves of positions in contact: all pairs of them are crossed.
constexpr std::size_t kMaxCurves = 400;
/// The ring around a point on a cut, and what counts as on it, in touching tolerances.
constexpr double kRing = 1000;

/// The directions in which boundaries leave a point, radians: between two of them all is inside or outside.
void addAngles(const Vec2& along, std::vector<double>& angles) {
  const double angle = portable::atan2(along.y, along.x);
  angles.insert(angles.end(), {angle, angle > 0 ? angle - M_PI : angle + M_PI});
}
std::vector<double> anglesAt(const std::vector<Loop>& loops, const Vec2& p, double touching) {
  std::vector<double> angles;
  const auto add = [&](const Vec2& foot, const Vec2& along, double radius) {
    const Vec2 out = p - foot;
    if (std::abs(sizeOfWay(out) - radius) > 2 * touching) return;
    addAngles(radius > 0 ? Vec2{-out.y, out.x} : along, angles);
  };
  for (const Loop& loop : loops) {
    for (std::size_t i = 0; i < loop.sides(); ++i)
      add(footOn(loop.start(i), loop.end(i), p), loop.end(i) - loop.start(i), loop.radius);
    if (loop.sides() == 0) add(loop.corners[0], {1, 0}, loop.radius);
  }
  return angles;
}

/// Whether all places around a point are inside, of which one between every two boundaries is asked. Where these are so
/// nearly one that the place would be within the tolerance of both, none is.
template <class IsInside>
bool isSurrounded(std::vector<double> angles, const Vec2& p, double ring, IsInside&& is_inside) {
  std::ranges::sort(angles);
  for (std::size_t i = 0; i < angles.size(); ++i) {
    const double next = i + 1 < angles.size() ? angles[i + 1] : angles[0] + 2 * M_PI, angle = (angles[i] + next) / 2;
    if (next - angles[i] > 4 / kRing && !is_inside(p + ring * Vec2{portable::cos(angle), portable::sin(angle)}))
      return false;
  }
  return true;
}

/// A point in the inside of a union of loops: deep in one, or on a common side of several that together leave no way
/// out.
bool isInside(const std::vector<Loop>& loops, const Vec2& p, double touching) {
  double least = kInfinity;
  for (const Loop& loop : loops) least = std::min(least, heightOver(loop, p));
  if (least < -touching || least > touching) return least < 0;
  const auto isIn = [&](const Vec2& beside) {
    return std::ranges::any_of(loops, [&](const Loop& loop) { return heightOver(loop, beside) <= touching; });
  };
  const std::vector<double> angles = anglesAt(loops, p, touching);
  if (!isSurrounded(angles, p, kRing * touching, isIn)) return false;
  // Beside a round part a cusp may begin here: far enough along the sides it is wider than the tolerance.
  const double far = 4 * touching / std::sqrt(kTouching);
  return std::ranges::all_of(angles, [&](double angle) {
    const Vec2 along{portable::cos(angle), portable::sin(angle)}, aside = 4 * touching * Vec2{-along.y, along.x};
    return isIn(p + far * along + aside) && isIn(p + far * along - aside);
  });
}

/// A set of positions of B in which a feature of B is on one of A: a segment, or a circle around `from`.
struct Curve {
  Vec2 from{0.0}, to{0.0};
  double radius = 0;  ///< of a circle; else 0
  bool circle = false;
};

/// Where two curves cross.
void addCrossings(const Curve& p, const Curve& q, std::vector<Vec2>& out) {
  if (p.circle && q.circle) {
    const Vec2 way = q.from - p.from;
    const double apart = sizeOfWay(way);
    if (apart == 0) return;
    const double along = (apart * apart + p.radius * p.radius - q.radius * q.radius) / (2 * apart),
                 squared = p.radius * p.radius - along * along;
    if (squared < 0) return;
    const Vec2 u = way / apart, middle = p.from + along * u, side = std::sqrt(squared) * Vec2{-u.y, u.x};
    out.insert(out.end(), {middle + side, middle - side});
    return;
  }
  if (p.circle) return addCrossings(q, p, out);
  const Vec2 along = p.to - p.from;
  if (q.circle) {
    const Vec2 from = p.from - q.from;
    const double squared = times(along, along), half = times(from, along),
                 inside = half * half - squared * (times(from, from) - q.radius * q.radius);
    if (inside < 0 || squared == 0) return;
    for (const double root : {-std::sqrt(inside), std::sqrt(inside)}) {
      const double t = (-half + root) / squared;
      if (t >= 0 && t <= 1) out.push_back(p.from + t * along);
    }
    return;
  }
  const Vec2 other = q.to - q.from, between = q.from - p.from;
  const double turn = turnOf(along, other);
  if (turn == 0) return;
  const double t = turnOf(between, other) / turn, u = turnOf(between, along) / turn;
  if (t >= 0 && t <= 1 && u >= 0 && u <= 1) out.push_back(p.from + t * along);
}

/// Two planar shapes by their loops.
struct Outlines {
  std::vector<Loop> a, b;
  double touching = 0;

  /// Whether a stretch of a side of one lies inside the other: its middle does, deeper than the tolerance.
  [[nodiscard]] bool entersLoop(const Loop& own, const Vec2& shift, const Loop& other, const Vec2& other_shift) const {
    if (own.corners.size() == 1) return heightOver(other, own.corners[0] + shift - other_shift) < -touching;
    const Vec2 way = shift - other_shift;
    for (std::size_t i = 0; i < own.sides(); ++i) {
      const Vec2 from = own.start(i) + way, along = own.end(i) - own.start(i);
      std::vector<double> ends = breaksOf(from, along, other);
      for (std::size_t k = 0; k + 1 < ends.size(); ++k) {
        if (ends[k] == ends[k + 1]) continue;
        const Vec2 middle = from + (ends[k] + ends[k + 1]) / 2 * along;
        const double height = heightOver(other, middle);
        if (height < -touching) return true;
        if (own.closed && other.closed && height <= touching && runsAlong(other, middle, along)) return true;
      }
    }
    return false;
  }

  /// The unit direction in which B leaves A fastest where they touch in a point or along a side: a normal of a side.
  [[nodiscard]] Vec2 wayApart() const {
    Vec2 lowest = a[0].corners[0], highest = lowest;
    for (const std::vector<Loop>* const loops : {&a, &b}) {
      for (const Loop& loop : *loops) {
        for (const Vec2& corner : loop.corners) {
          lowest = {std::min(lowest.x, corner.x), std::min(lowest.y, corner.y)};
          highest = {std::max(highest.x, corner.x), std::max(highest.y, corner.y)};
        }
      }
    }
    constexpr double kStep = 1e-6;
    const double step = kStep * std::max(highest.x - lowest.x, highest.y - lowest.y);
    const auto gapAfter = [&](const Vec2& shift) {
      double least = kInfinity;
      for (const Loop& p : a) {
        for (const Loop& q : b) least = std::min(least, nearOf(p, q, shift).distance);
      }
      return least;
    };
    Vec2 best{1, 0};
    double most = gapAfter(step * best);
    for (const std::vector<Loop>* const loops : {&a, &b}) {
      for (const Loop& loop : *loops) {
        for (std::size_t i = 0; i < loop.sides(); ++i) {
          const Vec2 side = directionOf(loop.end(i) - loop.start(i));
          for (const Vec2& normal : {Vec2{side.y, -side.x}, Vec2{-side.y, side.x}}) {
            const double gap = gapAfter(step * normal);
            if (gap <= most) continue;
            most = gap;
            best = normal;
          }
        }
      }
    }
    return best;
  }

  /// Parameters along a side between which it does not cross the other's outline.
  [[nodiscard]] static std::vector<double> breaksOf(const Vec2& from, const Vec2& along, const Loop& other) {
    std::vector<double> ends{0, 1};
    const double squared = times(along, along);
    const auto add = [&](double t) {
      if (t > 0 && t < 1) ends.push_back(t);
    };
    for (std::size_t k = 0; k < other.corners.size(); ++k) {
      add(times(other.corners[k] - from, along) / squared);
      const Curve own{from, from + along};
      std::vector<Vec2> met;
      if (other.radius > 0) addCrossings(own, {other.corners[k], {}, other.radius, true}, met);
      if (k < other.sides()) {
        const Vec2 side = other.end(k) - other.start(k);
        const Vec2 out = asideOf(side, other.radius);
        addCrossings(own, {other.start(k) + out, other.end(k) + out}, met);
        if (other.radius > 0 && !other.closed) addCrossings(own, {other.start(k) - out, other.end(k) - out}, met);
      }
      for (const Vec2& p : met) add(times(p - from, along) / squared);
    }
    std::sort(ends.begin(), ends.end());
    return ends;
  }

  /// Whether a closed loop runs through a point in a direction: two such have the inside on the same side.
  [[nodiscard]] bool runsAlong(const Loop& loop, const Vec2& p, const Vec2& along) const {
    for (std::size_t i = 0; i < loop.sides(); ++i) {
      const Vec2 side = loop.end(i) - loop.start(i);
      if (sizeOfWay(footOn(loop.start(i), loop.end(i), p) - p) <= touching &&
          std::abs(turnOf(side, along)) <= 1e-9 * sizeOfWay(side) * sizeOfWay(along) && times(side, along) > 0)
        return true;
    }
    return false;
  }

  /// Feet of the least distance of two loops' lines.
  struct Near {
    double distance = kInfinity;
    Vec2 a{0.0}, b{0.0};
  };
  [[nodiscard]] static Near nearOf(const Loop& a, const Loop& b, const Vec2& shift) {
    Near near;
    const auto offer = [&](const Vec2& on_a, const Vec2& on_b) {
      if (const double apart = sizeOfWay(on_b - on_a); apart < near.distance) near = {apart, on_a, on_b};
    };
    for (const Vec2& v : a.corners) offer(v, footOn(b, v - shift) + shift);
    for (const Vec2& v : b.corners) offer(footOn(a, v + shift), v + shift);
    std::vector<Vec2> met;
    for (std::size_t i = 0; i < a.sides(); ++i) {
      for (std::size_t k = 0; k < b.sides(); ++k)
        addCrossings({a.start(i), a.end(i)}, {b.start(k) + shift, b.end(k) + shift}, met);
    }
    if (!met.empty()) near = {0, met[0], met[0]};
    return near;
  }

  [[nodiscard]] bool pairOverlaps(const Loop& p, const Loop& q, const Vec2& shift) const {
    const double radius = p.radius + q.radius;
    if (radius > 0) {
      if (nearOf(p, q, shift).distance < radius - touching) return true;
      return windingOf(p, q.corners[0] + shift) != 0 || windingOf(q, p.corners[0] - shift) != 0;
    }
    if (p.closed || q.closed) {
      return (q.closed && entersLoop(p, Vec2{0.0}, q, shift)) || (p.closed && entersLoop(q, shift, p, Vec2{0.0}));
    }
    // Two lines overlap where they cross, not at their ends.
    for (std::size_t i = 0; i < p.sides(); ++i) {
      for (std::size_t k = 0; k < q.sides(); ++k) {
        const Vec2 from = q.start(k) + shift, to = q.end(k) + shift;
        const auto beside = [&](const Vec2& v, const Vec2& s, const Vec2& e) {
          return turnOf(e - s, v - s) / sizeOfWay(e - s);
        };
        const double c0 = beside(from, p.start(i), p.end(i)), c1 = beside(to, p.start(i), p.end(i)),
                     d0 = beside(p.start(i), from, to), d1 = beside(p.end(i), from, to);
        const auto across = [&](double x, double y) { return std::min(x, y) < -touching && std::max(x, y) > touching; };
        if (across(c0, c1) && across(d0, d1)) return true;
      }
    }
    return false;
  }

  /// Whether a line without width lies inside a union, though in none of its parts.
  [[nodiscard]] bool liesInside(const Loop& line, const std::vector<Loop>& loops, const Vec2& shift) const {
    if (loops.size() < 2) return false;
    if (line.corners.size() == 1) return isInside(loops, line.corners[0] + shift, touching);
    for (std::size_t i = 0; i < line.sides(); ++i) {
      const Vec2 from = line.start(i) + shift, along = line.end(i) - line.start(i);
      std::vector<double> ends;
      for (const Loop& loop : loops) {
        const std::vector<double> more = breaksOf(from, along, loop);
        ends.insert(ends.end(), more.begin(), more.end());
      }
      std::sort(ends.begin(), ends.end());
      for (std::size_t k = 0; k + 1 < ends.size(); ++k) {
        if (ends[k + 1] - ends[k] > 1e-9 && isInside(loops, from + (ends[k] + ends[k + 1]) / 2 * along, touching))
          return true;
      }
    }
    return false;
  }

  [[nodiscard]] bool overlap(const Vec2& shift) const {
    for (const Loop& p : a) {
      for (const Loop& q : b) {
        if (pairOverlaps(p, q, shift)) return true;
      }
    }
    for (const Loop& p : a) {
      if (p.isThin() && liesInside(p, b, -shift)) return true;
    }
    for (const Loop& q : b) {
      if (q.isThin() && liesInside(q, a, shift)) return true;
    }
    return false;
  }

  /// The sides of lines, alone, with a part that touches it, and with one by a side between: one part on each side of
  /// another line is what crosses it.
  [[nodiscard]] std::vector<std::vector<Loop>> jointsOf(const std::vector<Loop>& loops) const {
    std::vector<Loop> parts;
    for (const Loop& loop : loops) {
      if (!loop.isThin()) parts.push_back(loop);
      for (std::size_t i = 0; loop.isThin() && i < loop.sides(); ++i)
        parts.push_back({{loop.start(i), loop.end(i)}, false, 0});
    }
    const auto touch = [&](const Loop& p, const Loop& q) {
      return &p != &q && nearOf(p, q, Vec2{0.0}).distance - p.radius - q.radius <= touching;
    };
    std::vector<std::vector<Loop>> joints;
    for (const Loop& side : parts) {
      if (!side.isThin()) continue;
      joints.push_back({side});
      for (const Loop& next : parts) {
        if (!touch(side, next)) continue;
        joints.push_back({side, next});
        for (const Loop& last : parts) {
          if (&last > &side && next.isThin() && touch(next, last)) joints.push_back({side, next, last});
        }
      }
    }
    return joints;
  }

  /// Each joint of one side against each of the other.
  [[nodiscard]] std::vector<Outlines> ofJoints() const {
    // A line that comes by one part and leaves by another crosses what the side between runs along, and no other.
    const auto runsBetween = [](const std::vector<Loop>& joint, const Loop& line) {
      if (joint.size() < 3) return true;
      const Vec2 side = joint[1].end(0) - joint[1].start(0), along = line.end(0) - line.start(0);
      return std::abs(turnOf(side, along)) <= 1e-9 * sizeOfWay(side) * sizeOfWay(along);
    };
    std::vector<Outlines> out;
    const auto others = jointsOf(b);
    for (const auto& joint : jointsOf(a)) {
      for (const auto& other : others) {
        if (runsBetween(joint, other[0]) && runsBetween(other, joint[0])) out.push_back({joint, other, touching});
      }
    }
    return out;
  }

  /// Whether lines cross at a joint, where no two of their sides do: they overlap wherever B goes from there.
  [[nodiscard]] bool crossAtJoint(const Vec2& shift) const {
    std::vector<double> angles;
    for (const Curve& curve : curves()) {
      const Vec2 out = shift - (curve.circle ? curve.from : footOn(curve.from, curve.to, shift));
      if (std::abs(sizeOfWay(out) - curve.radius) <= 2 * touching)
        addAngles(curve.circle ? Vec2{-out.y, out.x} : curve.to - curve.from, angles);
    }
    return !angles.empty() && isSurrounded(std::move(angles), shift, kRing * touching,
                                           [this](const Vec2& beside) { return overlap(beside); });
  }

  [[nodiscard]] static bool crossAtJoints(const std::vector<Outlines>& joints, const Vec2& shift) {
    return std::ranges::any_of(joints, [&](const Outlines& joint) { return joint.crossAtJoint(shift); });
  }

  [[nodiscard]] std::vector<Curve> curves() const {
    std::vector<Curve> out;
    for (const Loop& p : a) {
      for (const Loop& q : b) {
        const double radius = p.radius + q.radius;
        const auto addSide = [&](const Vec2& from, const Vec2& to, bool both) {
          const Vec2 aside = asideOf(to - from, radius);
          out.push_back({from + aside, to + aside});
          if (both && radius > 0) out.push_back({from - aside, to - aside});
        };
        for (std::size_t i = 0; i < p.sides(); ++i) {
          for (const Vec2& v : q.corners) addSide(p.start(i) - v, p.end(i) - v, !p.closed);
        }
        for (std::size_t k = 0; k < q.sides(); ++k) {
          for (const Vec2& u : p.corners) addSide(u - q.start(k), u - q.end(k), !q.closed);
        }
        for (const Vec2& u : p.corners) {
          for (const Vec2& v : q.corners) {
            if (radius > 0) out.push_back({u - v, {}, radius, true});
            if (p.corners.size() == 1 && q.corners.size() == 1) out.push_back({u - v, u - v});
          }
        }
      }
    }
    return out;
  }

  /// The nearest free position: the nearest points of all curves and their crossings, in the order of their distance.
  [[nodiscard]] Vec2 shortest(const std::vector<Outlines>& joints) const {
    const std::vector<Curve> all = curves();
    std::vector<Vec2> places;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (all[i].circle) {
        const Vec2 way = all[i].from == Vec2{0.0} ? Vec2{1, 0} : directionOf(all[i].from);
        places.push_back(all[i].from - all[i].radius * way);
        places.push_back(all[i].from + all[i].radius * way);
      } else {
        places.push_back(footOn(all[i].from, all[i].to, Vec2{0.0}));
      }
      for (std::size_t k = 0; k < i; ++k) addCrossings(all[i], all[k], places);
    }
    std::erase_if(places, [](const Vec2& p) { return !std::isfinite(p.x) || !std::isfinite(p.y); });
    std::sort(places.begin(), places.end(), [](const Vec2& p, const Vec2& q) { return times(p, p) < times(q, q); });
    for (const Vec2& place : places) {
      if (!overlap(place) && !crossAtJoints(joints, place)) return place;
    }
    return places.empty() ? Vec2{0.0} : places.back();
  }
};

std::size_t cornersOf(const std::vector<Loop>& loops) {
  std::size_t count = 0;
  for (const Loop& loop : loops) count += loop.corners.size();
  return count;
}

bool handlesOutlines(const Shape& a, const Shape& b) {
  if (!isPlanar(a) || !isPlanar(b)) return false;
  const auto loops_a = loopsOf(a), loops_b = loopsOf(b);
  return loops_a && loops_b && 2 * cornersOf(*loops_a) * cornersOf(*loops_b) <= kMaxCurves;
}

PairReport runOutlines(const PosedShape& a, const PosedShape& b, const PairSettings& settings) {
  const Vec3 origin = a.pose.position;
  const Outlines outlines{loopsAt(a, origin), loopsAt(b, origin), touchingTolerance(a, b, settings)};
  PairReport report;
  PairAnswer& answer = report.answer;
  Vec2 mtv{0.0};
  const std::vector<Outlines> joints = outlines.ofJoints();
  if (outlines.overlap(Vec2{0.0}) || Outlines::crossAtJoints(joints, Vec2{0.0})) {
    mtv = outlines.shortest(joints);
    answer.verdict = Verdict::kOverlapping;
    answer.separation = -sizeOfWay(mtv);
    answer.mtv = {mtv.x, mtv.y, 0};
  }
  // The nearest points, of overlapping shapes once the mtv has moved B.
  double least = kInfinity;
  Vec2 on_a = outlines.a[0].corners[0], on_b = outlines.b[0].corners[0], between{0.0};
  for (const Loop& p : outlines.a) {
    for (const Loop& q : outlines.b) {
      const Outlines::Near near = Outlines::nearOf(p, q, mtv);
      const double apart = near.distance - p.radius - q.radius;
      if (apart >= least) continue;
      least = apart;
      const Vec2 unit = directionOf(near.b - near.a);
      on_a = near.a + p.radius * unit;
      on_b = near.b - q.radius * unit;
      between = unit;
    }
  }
  if (answer.verdict != Verdict::kOverlapping) {
    answer.separation = least;
    answer.distance = std::max(0.0, least);
    answer.verdict = verdictOf(std::max(least, -outlines.touching), outlines.touching);
    if (between == Vec2{0.0}) between = outlines.wayApart();
    answer.normal = {between.x, between.y, 0};
  } else {
    answer.normal = normalizedOr(answer.mtv, {1, 0, 0});
  }
  answer.closest_a = origin + Vec3{on_a.x, on_a.y, 0};
  answer.closest_b = origin + Vec3{on_b.x, on_b.y, 0} - answer.mtv;
  return report;
}

}  // namespace

const PairAlgorithm& outlineAlgorithm() {
  static constexpr PairAlgorithm kUnion = {.name = "union",
                                           .summary = "Planar shapes by their whole outlines, never by convex pieces.",
                                           .tolerance = 1e-9,
                                           .run = runOutlines,
                                           .handles = handlesOutlines,
                                           .concave = Concave::kWhole,
                                           .separation_kind = SeparationKind::kGapAndDepth};
  return kUnion;
}

}  // namespace sepax
