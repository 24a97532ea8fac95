#include "collide/sweep/sweep_pieces.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "collide/convex/sat_pair.h"
#include "collide/gjk/core_gap.h"
#include "collide/pair/pair_frame.h"
#include "collide/pieces/by_pieces.h"
#include "collide/pieces/mtv_search.h"
#include "collide/sweep/sweep_convex.h"
#include "collide/sweep/sweep_rotating.h"
#include "collide/sweep/sweep_rotating_pieces.h"
#include "geom/convex.h"
#include "geom/pieces.h"
#include "geom/shape_bounds.h"
#include "geom/tolerances.h"

namespace sepax {

namespace {

constexpr double kTimeRounding = 1e-12;  ///< of a time: quotients of rounded lengths and speeds

/// When two boxes in A's body space can meet at the earliest, while neither shape rotates.
struct EarliestMeeting {
  Affine from_b;       ///< B's body space to A's, at the start
  Vec3 velocity{0.0};  ///< of B against A, in A's space
  double duration = 0;
  double slack = 0;  ///< rounding, metres
  int dimensions = 3;

  [[nodiscard]] double operator()(const MinMaxBox& a, const MinMaxBox& box_b) const {
    const TimeSpan overlap = overlapTimes(a, transformed(box_b, from_b), velocity, slack, dimensions);
    const double from = std::max(0.0, overlap.from * (1 - kTimeRounding)),
                 until = std::min(duration, overlap.until * (1 + kTimeRounding));
    return from > until ? kInfinity : from;
  }
};

/// Farthest that a shape's points are from the point that it rotates about.
double farthestVertex(const PosedShape& shape, const Motion& motion) {
  const ConvexFeatures features = convexFeatures(shape.shape);
  const Vec3 about = motion.about.value_or(shape.pose.position);
  double arm = 0;
  for (const Vec3& v : features.core.vertices)
    arm = std::max(arm, length(toWorld(shape.pose, v) - about) + features.radius);
  return arm;
}

/// Bounds of two shapes' motions.
struct Reach {
  double speed = 0;  ///< no point of B moves faster against one of A, m/s
  double slack = 0;  ///< rounding of positions along the trajectory, metres
};

Reach reachOf(const PosedShape& a, const Motion& motion_a, const PosedShape& b, const Motion& motion_b,
              double duration) {
  const double arm_a = farthestVertex(a, motion_a), arm_b = farthestVertex(b, motion_b);
  const double straight = length(motion_b.linear - motion_a.linear);
  return {straight + length(motion_a.angular) * arm_a + length(motion_b.angular) * arm_b,
          64 * kEpsilon * (arm_a + arm_b + length(b.pose.position - a.pose.position) + straight * duration)};
}

std::array<Vec3, 2> worldBounds(const PosedShape& shape) {
  if (childrenOf(shape.shape) != nullptr) {
    const MinMaxBox box = boundsOf(shape.shape, shape.pose);
    return {box.min, box.max};
  }
  const MinMaxBox box = boundsOf(featuresFrom(shape, Vec3{0.0}));
  return {box.min, box.max};
}

/// The pieces that touch first, and when: infinite beyond the duration. For straight motion nothing else is set.
RotatingPieces firstPieces(const ShapePieces& pieces_a, const PosedShape& a, const Motion& motion_a,
                           const ShapePieces& pieces_b, const PosedShape& b, const Motion& motion_b, double duration) {
  const double slack = reachOf(a, motion_a, b, motion_b, duration).slack;
  if (motion_a.angular != Vec3{0.0} || motion_b.angular != Vec3{0.0})
    return firstRotatingPieces({pieces_a, a.pose, motion_a}, {pieces_b, b.pose, motion_b}, duration, slack);
  const Mat3 back = glm::transpose(a.pose.rotation);
  const EarliestMeeting meeting{{back * b.pose.rotation, back * (b.pose.position - a.pose.position)},
                                back * (motion_b.linear - motion_a.linear),
                                duration,
                                slack,
                                isPlanar(a.shape) ? 2 : 3};
  double earliest = duration;  // what meets later need not be known
  const auto timeOf = [&](int i, int j) {
    const SweepReport piece = sweepConvex(pieces_a.piece(i, a.pose), motion_a, pieces_b.piece(j, b.pose), motion_b,
                                          earliest, SweepGoal::kImpact);
    if (!piece.hit) return kInfinity;
    earliest = std::min(earliest, piece.time);
    return piece.time;
  };
  std::int64_t swept = 0;
  const auto found = smallestPairs({pieces_a.tree(), pieces_b.tree(), meeting, timeOf, 1}, swept);
  RotatingPieces first;
  if (!found.empty() && found.front().value < kInfinity) {
    first.a = found.front().a;
    first.b = found.front().b;
    first.time = found.front().value;
  }
  return first;
}

/// When the last contact of any pieces ends in straight motion: found backwards from where all of B is ahead of all of
/// A.
std::optional<double> lastPieces(const ShapePieces& pieces_a, const PosedShape& a, const ShapePieces& pieces_b,
                                 const PosedShape& b, const Vec3& velocity) {
  const double speed = length(velocity);
  if (!(speed > 0)) return std::nullopt;
  const auto [a_min, a_max] = worldBounds(a);
  const auto [b_min, b_max] = worldBounds(b);
  const double end =
      1.01 * (length(a_max - a_min) + length(b_max - b_min) + length((a_max + a_min - b_max - b_min) / 2.0)) / speed;
  PosedShape beyond = b;
  beyond.pose.position += end * velocity;
  const double last = firstPieces(pieces_a, a, {}, pieces_b, beyond, {-velocity, Vec3{0.0}, {}}, end).time;
  return last < kInfinity ? std::optional(end - last) : std::nullopt;
}

/// Whether shapes at rest are apart: all pieces by kSweepExit, and neither is inside the other.
bool areApart(const PosedShape& a, const PosedShape& b) {
  PieceSearch search(a, b, {});
  const double enough = kSweepExit * search.size();
  const auto gapOf = [&](int i, int j) {
    const SupportMap &map_a = search.supportA(i), &map_b = search.supportB(j);
    const double gap = coreGap(map_a, map_b, map_b.centre()).lower - map_a.radius() - map_b.radius();
    return gap > enough ? gap : -kInfinity;  // one contact settles it
  };
  std::int64_t measured = 0;
  return search.nearest(gapOf, 1, measured).front().value > enough &&
         containment(search, a, b, Vec3{0.0}) == Containment::kNone;
}

/// When the contact of rotating shapes ends that begins at `from`.
RotatingExit exitOf(const ShapePieces& pieces_a, const PosedShape& a, const Motion& motion_a,
                    const ShapePieces& pieces_b, const PosedShape& b, const Motion& motion_b, double from,
                    double duration) {
  const double least = kSweepExit * pairSize(a, b) / reachOf(a, motion_a, b, motion_b, duration).speed;
  const auto time = momentApart(from, least, duration,
                                [&](double t) { return areApart(movedTo(a, motion_a, t), movedTo(b, motion_b, t)); });
  if (!time) return {};
  const auto backwards = [&](const PosedShape& shape, const Motion& motion) {
    return Motion{-motion.linear, -motion.angular, motion.about.value_or(shape.pose.position) + *time * motion.linear};
  };
  const PosedShape end_a = movedTo(a, motion_a, *time), end_b = movedTo(b, motion_b, *time);
  const Motion back_a = backwards(a, motion_a), back_b = backwards(b, motion_b);
  const RotatingPieces last = firstPieces(pieces_a, end_a, back_a, pieces_b, end_b, back_b, *time - from);
  if (last.undecided) return {std::nullopt, true};
  if (last.time == kInfinity) return {from, false};
  return {std::max(from, *time - last.time), false};
}

/// The contact of the pieces that touch first.
SweepReport contactOf(const ShapePieces& pieces_a, const PosedShape& a, const Motion& motion_a,
                      const ShapePieces& pieces_b, const PosedShape& b, const Motion& motion_b,
                      const RotatingPieces& first, double duration) {
  SweepReport report = sweepConvex(pieces_a.piece(first.a, a.pose), motion_a, pieces_b.piece(first.b, b.pose), motion_b,
                                   duration, SweepGoal::kImpact);
  const bool is_straight = first.normal == Vec3{0.0};
  if (is_straight || (report.hit && report.time <= first.time)) return report;
  // Walked from the start the two come to rest up to a rounding later than in the search, or step over a graze that it
  // met.
  report.hit = true;
  report.undecided = first.undecided;
  report.starts_in_contact = first.time == 0;
  report.time = first.time;
  report.normal = first.normal;
  report.point = first.point;
  report.distance = first.distance;
  std::erase_if(report.steps, [&](const SweepStep& step) { return step.time >= first.time; });
  return report;
}

}  // namespace

SweepReport sweepByPieces(const PosedShape& a, const Motion& given_a, const PosedShape& b, const Motion& given_b,
                          double duration) {
  // Pieces that have a place of their own in the body rotate about the body's point.
  Motion motion_a = given_a, motion_b = given_b;
  motion_a.about = given_a.about.value_or(a.pose.position);
  motion_b.about = given_b.about.value_or(b.pose.position);
  const ShapePieces pieces_a(a.shape), pieces_b(b.shape);
  // Touching within rounding, as for convex shapes: shapes that are farther apart, by however little, still have some
  // time to move.
  const PairReport start = runAlgorithm(satAlgorithm(), a, b, {reachOf(a, motion_a, b, motion_b, duration).slack});
  SweepReport report;
  if (start.answer.verdict != Verdict::kSeparated) {
    report.duration = duration;
    report.hit = report.starts_in_contact = true;
    report.normal = start.answer.normal;
    report.point = start.answer.closest_a + (start.answer.closest_b - start.answer.closest_a) / 2.0;
    report.pose_a = a.pose;
    report.pose_b = b.pose;
    report.pieces = {start.pieces->a, start.pieces->b};
  } else {
    const RotatingPieces first = firstPieces(pieces_a, a, motion_a, pieces_b, b, motion_b, duration);
    if (first.time < kInfinity) {
      report = contactOf(pieces_a, a, motion_a, pieces_b, b, motion_b, first, duration);
      report.pose_a = poseAt(a.pose, motion_a, report.time);
      report.pose_b = poseAt(b.pose, motion_b, report.time);
      report.pieces = {first.a, first.b};
      report.first_features.clear();  // numbered as the pieces are, not as the shapes
      report.exit_time.reset();
      report.never_exits = false;
    } else {
      report.duration = report.time = duration;
      report.pose_a = poseAt(a.pose, motion_a, duration);
      report.pose_b = poseAt(b.pose, motion_b, duration);
      report.distance =
          runAlgorithm(satAlgorithm(), {a.shape, report.pose_a}, {b.shape, report.pose_b}, {}).answer.distance;
    }
  }
  report.linear = motion_a.angular == Vec3{0.0} && motion_b.angular == Vec3{0.0};
  if (report.linear) {
    const Vec3 velocity = motion_b.linear - motion_a.linear;
    report.never_exits = report.hit && velocity == Vec3{0.0};
    if (report.hit) report.exit_time = lastPieces(pieces_a, a, pieces_b, b, velocity);
    if (report.exit_time) report.exit_time = std::max(*report.exit_time, report.time);
    const auto [a_min, a_max] = worldBounds(a);
    const auto [b_min, b_max] = worldBounds(b);
    report.boxes = sweepAabb(a_min, a_max, b_min, b_max, velocity, duration);
  } else if (report.hit && !report.undecided) {
    const RotatingExit exit = exitOf(pieces_a, a, motion_a, pieces_b, b, motion_b, report.time, duration);
    report.exit_time = exit.time;
    report.exit_undecided = exit.undecided;
  }
  return report;
}

}  // namespace sepax
