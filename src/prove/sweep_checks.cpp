#include "prove/sweep_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "collide/pair_table.h"
#include "collide/sweep/sweep.h"
#include "geom/convex.h"
#include "geom/tolerances.h"

namespace sepax {

namespace {

constexpr int kSamples = 8;  ///< static tests before a time of impact, or of a whole miss

struct MovingWork {
  PosedShape a, b;
  Motion motion_a, motion_b;
  double duration = 1;
};

/// The gap at a time, metres: the distance, minus the depth when they overlap.
double gapAt(const MovingWork& work, double time) {
  const PairReport report =
      testPair(movedTo(work.a, work.motion_a, time), movedTo(work.b, work.motion_b, time)).value();
  return report.answer.distance > 0 ? report.answer.distance : report.answer.separation;
}

Mat3 quarterTurn(SplitMix64& random, bool is_planar) {
  const double angle = std::numbers::pi / 2 * static_cast<double>(random.next() % 4);
  Vec3 axis{0, 0, 1};
  if (!is_planar && random.next() % 2 == 0) axis = {1, 0, 0};
  return matrixOf(quaternionAbout(axis, angle));
}

/// B comes from a few sizes away and goes on through A, beside it or along one of its edges.
MovingWork straightWork(const WorkPair& pair, SplitMix64& random) {
  MovingWork work{pair.a, pair.b, {}, {}};
  const bool is_planar = isPlanar(pair.a.shape);
  if (random.next() % 2 == 0 && !neverRotates(work.a.shape) && !neverRotates(work.b.shape))
    work.b.pose.rotation = work.a.pose.rotation * quarterTurn(random, is_planar);
  Vec3 direction = random.direction();
  if (is_planar) direction.z = 0;
  if (random.next() % 3 == 0) direction = work.a.pose.rotation[static_cast<int>(random.next() % (is_planar ? 2 : 3))];
  if (length(direction) < 1e-3) direction = {1, 0, 0};
  direction /= length(direction);
  const double size = std::max(pairSize(pair.a, pair.b), std::numeric_limits<double>::min());
  const double way = size * random.in(1, 6);
  // From where the pair is, which is often just beside touching, or back along the way.
  if (random.next() % 4 != 0) work.b.pose.position -= direction * (way * random.in(0.3, 0.7));
  work.motion_b.linear = direction * way;
  // Only relative motion matters.
  if (random.next() % 2 == 0) {
    Vec3 common = size * random.direction();
    if (is_planar) common.z = 0;
    work.motion_a.linear += common;
    work.motion_b.linear += common;
  }
  return work;
}

MovingWork rotatingWork(const WorkPair& pair, SplitMix64& random) {
  MovingWork work = straightWork(pair, random);
  const bool is_planar = isPlanar(pair.a.shape);
  const auto spin = [&](const Shape& shape) {
    if (neverRotates(shape)) return Vec3{0.0};
    const double speed = random.in(0, 3);  // operands have no order, and a seed is one on every compiler
    const Vec3 rate = random.direction() * speed;
    return is_planar ? Vec3{0, 0, rate.z} : rate;
  };
  work.motion_a.angular = spin(work.a.shape);
  work.motion_b.angular = spin(work.b.shape);
  return work;
}

/// All contact from the impact on against static tests: no gap within a contact that lasts as long as an opening may
/// not be missed, no overlap between.
void checkSpans(const MovingWork& work, const SweepReport& report, double unit, SweepCounts& counts) {
  constexpr int kSpanSamples = 24;
  counts.spans += report.contacts.size();
  if (!report.contacts_complete || report.exit_undecided) return;
  const double size = pairSize(work.a, work.b);
  const auto arm = [](const PosedShape& shape, const Motion& motion) {
    return sizeOf(shape.shape) + (motion.about ? length(*motion.about - shape.pose.position) : 0.0);
  };
  const double speed = length(work.motion_b.linear - work.motion_a.linear) +
                       length(work.motion_a.angular) * arm(work.a, work.motion_a) +
                       length(work.motion_b.angular) * arm(work.b, work.motion_b);
  for (int i = 0; i < kSpanSamples; ++i) {
    const double time = report.time + (work.duration - report.time) * (i + 0.5) / kSpanSamples;
    const bool is_within = std::any_of(report.contacts.begin(), report.contacts.end(), [&](const ContactSpan& span) {
      return span.enter <= time && time <= span.exit.value_or(work.duration);
    });
    const double gap = gapAt(work, time);
    if (!is_within) {
      raise(counts.overlap_between, std::max(0.0, -gap) / unit);
      continue;
    }
    const double open = gap - 1.01 * kSweepExit * size;
    // An opening with such a gap lasts this long at least.
    if (open > 0 && 2 * open / speed > report.unseen) raise(counts.apart_within, open / unit);
  }
}

void checkSweep(const MovingWork& work, std::uint64_t seed, SweepCounts& counts) {
  const SweepReport report = sweep(work.a, work.motion_a, work.b, work.motion_b, work.duration).value();
  ++counts.sweeps;
  counts.rotating += report.linear ? 0 : 1;
  ++(report.hit ? counts.hits : counts.misses);
  counts.starts += report.starts_in_contact ? 1 : 0;

  const double extent = pairSize(work.a, work.b) + length(work.b.pose.position - work.a.pose.position) +
                        length(work.motion_b.linear - work.motion_a.linear) * work.duration;
  // World poses at a time are rounded at the size of their coordinates; the sweep itself is relative to A.
  const double rounding =
      16 * std::numeric_limits<double>::epsilon() * (length(work.a.pose.position) + length(work.motion_a.linear));
  const double allowed = kSweepPromise * extent + rounding, unit = allowed > 0 ? allowed / kSweepPromise : 1;
  const auto wrong = [&](const std::string& what) {
    ++counts.wrong;
    if (counts.first_wrong.empty()) counts.first_wrong = fmt::format("sweep of seed {}: {}", seed, what);
  };

  const double free_until = report.hit ? report.time : work.duration;
  double depth = 0, deepest_at = 0;
  for (int i = 0; i < kSamples && free_until > 0 && !report.starts_in_contact; ++i) {
    const double time = free_until * i / kSamples;
    if (const double now = -gapAt(work, time); now > depth) {
      depth = now;
      deepest_at = time;
    }
  }
  raise(counts.depth_before, depth / unit);
  if (depth > allowed)
    wrong(fmt::format("overlap of {:.3g} m at {:.17g} s, before {}", depth, deepest_at,
                      report.hit ? "the impact" : "the end of a miss"));

  if (report.undecided && report.linear) wrong("a straight one that could not be decided");
  counts.undecided += report.undecided ? 1 : 0;
  if (report.hit && !report.undecided) {
    const double left = gapAt(work, report.time);
    raise(counts.gap_at_impact, left / unit);
    if (left > allowed) wrong(fmt::format("{:.3g} m apart at its time of impact {:.17g} s", left, report.time));
  }
  if (report.linear && report.exit_time) {
    ++counts.exits;
    double after = 0;
    for (int i = 1; i <= kSamples; ++i) {
      const double time = *report.exit_time + i * work.duration / kSamples;
      after = std::max(after, -gapAt(work, time));
    }
    const double longer = 1 + *report.exit_time / work.duration;  // beyond the duration the way is longer
    raise(counts.depth_after, after / (unit * longer));
    if (after > allowed * longer)
      wrong(fmt::format("overlap of {:.3g} m after its exit time {:.17g} s", after, *report.exit_time));
  }

  if (!report.linear && report.hit && !report.undecided) checkSpans(work, report, unit, counts);

  const SweepReport swapped = sweep(work.b, work.motion_b, work.a, work.motion_a, work.duration).value();
  // Who only grazes may touch or not.
  if (swapped.hit != report.hit && gapAt(work, swapped.hit ? swapped.time : report.time) > allowed)
    wrong("a hit that is a miss when swapped");
}

}  // namespace

void checkSweeps(const WorkPair& pair, std::uint64_t seed, SweepCounts& counts) {
  SplitMix64 random{seed};
  for (const MovingWork& work : {straightWork(pair, random), rotatingWork(pair, random)})
    checkSweep(work, seed, counts);
}

void merge(const SweepCounts& from, SweepCounts& into) {
  for (auto member :
       {&SweepCounts::sweeps, &SweepCounts::rotating, &SweepCounts::hits, &SweepCounts::misses, &SweepCounts::starts,
        &SweepCounts::exits, &SweepCounts::undecided, &SweepCounts::spans, &SweepCounts::wrong})
    into.*member += from.*member;
  for (auto member : {&SweepCounts::gap_at_impact, &SweepCounts::depth_before, &SweepCounts::depth_after,
                      &SweepCounts::apart_within, &SweepCounts::overlap_between})
    into.*member = std::max(into.*member, from.*member);
  if (into.first_wrong.empty()) into.first_wrong = from.first_wrong;
}

}  // namespace sepax
