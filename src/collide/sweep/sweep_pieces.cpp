#include "collide/sweep/sweep_pieces.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "collide/convex/sat_pair.h"
#include "collide/gjk/closest_points.h"
#include "collide/pair/pair_algorithm.h"
#include "collide/pieces/by_pieces.h"
#include "collide/pieces/mtv_search.h"
#include "collide/sweep/sweep_convex.h"
#include "collide/sweep/sweep_rotating.h"
#include "collide/sweep/sweep_rotating_pieces.h"
#include "geom/convex.h"
#include "geom/pieces.h"
#include "geom/support.h"
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

MinMaxBox worldBounds(const PosedShape& shape) {
  if (childrenOf(shape.shape) != nullptr) return boundsOf(shape.shape, shape.pose);
  return boundsOf(featuresFrom(shape, Vec3{0.0}));
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
    const PosedShape of_a = pieces_a.piece(i, a.pose), of_b = pieces_b.piece(j, b.pose);
    // Most pairs do not touch that early, which takes less to find than all their axes.
    if (!impactOfConvex(of_a, motion_a, of_b, motion_b, earliest).hit) return kInfinity;
    const SweepReport piece = sweepConvex(of_a, motion_a, of_b, motion_b, earliest, SweepGoal::kImpact);
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

/// Pairs of pieces beyond which only the first contact is followed.
constexpr std::int64_t kManyPiecePairs = 4096;

/// A shape of several pieces and its motion, which says about which point it rotates.
struct MovingShape {
  const ShapePieces& pieces;
  const PosedShape& shape;
  const Motion& motion;

  [[nodiscard]] PosedShape at(double time) const { return movedTo(shape, motion, time); }
  /// The motion from `time` on, forwards or, with a sense of −1, backwards.
  [[nodiscard]] Motion from(double time, double sense) const {
    return {sense * motion.linear, sense * motion.angular,
            motion.about.value_or(shape.pose.position) + time * motion.linear};
  }
};

/// The contact of two shapes of several pieces: at each time that of some two of them, or of one shape in a closed
/// mesh.
class PieceContacts {
 public:
  PieceContacts(const MovingShape& a, const MovingShape& b, double duration)
      : a_(a), b_(b), duration_(duration), size_(pairSize(a.shape, b.shape)) {}

  [[nodiscard]] WalkedContacts walk(double from) {
    const double speed = reachOf(a_.shape, a_.motion, b_.shape, b_.motion, duration_).speed;
    if (!(speed > 0)) return {{{from, std::nullopt}}};
    ContactQuestions asked;
    asked.duration = duration_;
    asked.least = kSweepExit * size_ / speed;
    const bool are_many = static_cast<std::int64_t>(a_.pieces.count()) * b_.pieces.count() > kManyPiecePairs;
    asked.max_spans = are_many ? 1 : kMaxContactSpans;
    asked.unproved = are_many ? 0.2 : 1.0 / 64;
    asked.apart = [&](double time) { return !seenAt(time); };
    asked.holds = [&](double first, double last) { return holds(first, last); };
    asked.last = [&](double first, double apart) -> std::optional<double> {
      const RotatingPieces found = firstFrom(apart, -1, apart - first);
      if (found.undecided) return std::nullopt;
      return found.time == kInfinity ? first : std::max(first, apart - found.time);
    };
    asked.next = [&](double apart) { return apart + firstFrom(apart, 1, duration_ - apart).time; };
    return walkContacts(asked, from);
  }

 private:
  /// The pieces in contact at a time; −1 and −1 of a shape inside another.
  using Touching = std::pair<int, int>;
  static constexpr Touching kContained{-1, -1};

  struct PiecePair {
    WitnessPair pair;
    std::map<double, std::optional<Witness>> known;
  };

  [[nodiscard]] RotatingPieces firstFrom(double time, double sense, double duration) const {
    const PosedShape a = a_.at(time), b = b_.at(time);
    return firstPieces(a_.pieces, a, a_.from(time, sense), b_.pieces, b, b_.from(time, sense), duration);
  }

  const std::optional<Witness>& witnessOf(const Touching& pieces, double time) {
    const auto found = pairs_.find(pieces);
    PiecePair& pair = found != pairs_.end() ? found->second : pairs_.emplace(pieces, pairOf(pieces)).first->second;
    const auto known = pair.known.find(time);
    return known != pair.known.end() ? known->second : pair.known.emplace(time, pair.pair.at(time)).first->second;
  }

  [[nodiscard]] PiecePair pairOf(const Touching& pieces) const {
    const PosedShape a = a_.pieces.piece(pieces.first, a_.shape.pose),
                     b = b_.pieces.piece(pieces.second, b_.shape.pose);
    Mover mover_a = moverOf(a, a_.motion, a_.shape.pose.position),
          mover_b = moverOf(b, b_.motion, a_.shape.pose.position);
    mover_b.linear -= mover_a.linear;
    mover_a.linear = Vec3{0.0};
    return {WitnessPair(a, mover_a, b, mover_b, size_), {}};
  }

  /// None when all pieces are apart by kSweepExit and neither shape is inside the other.
  const std::optional<Touching>& seenAt(double time) {
    const auto known = seen_.find(time);
    if (known != seen_.end()) return known->second;
    if (last_ != kContained && witnessOf(last_, time)) return seen_.emplace(time, last_).first->second;
    const PosedShape a = a_.at(time), b = b_.at(time);
    PieceSearch search(a, b, {});
    const double enough = kSweepExit * search.size();
    const auto gapOf = [&](int i, int j) {
      const SupportMap &map_a = search.supportA(i), &map_b = search.supportB(j);
      const double gap = coreGap(map_a, map_b, map_b.centre()).lower - map_a.radius() - map_b.radius();
      return gap > enough ? gap : -kInfinity;  // one contact settles it
    };
    std::optional<Touching> out;
    if (search.piecesA().mesh() != nullptr && search.piecesB().mesh() != nullptr) {  // one is as deep as another
      const auto goOnBeside = [&](int i, int j) {
        if (search.boundsByPlanes(i, j, Vec3{0.0}, Vec3{0.0}).gap > enough || gapOf(i, j) > enough) return true;
        out = {i, j};
        return false;
      };
      search.visitMeeting(Vec3{0.0}, goOnBeside, enough);
    } else {
      std::int64_t measured = 0;
      const ItemPair nearest = search.nearest(gapOf, 1, measured).front();
      if (!(nearest.value > enough)) out = {nearest.a, nearest.b};
    }
    if (out) {
      last_ = *out;
    } else if (containment(search, a, b, Vec3{0.0}) != Containment::kNone) {
      out = kContained;
    }
    return seen_.emplace(time, out).first->second;
  }

  /// A shape leaves a closed mesh through its surface only.
  bool holds(double first, double last) {
    const std::optional<Touching> at_first = seenAt(first), at_last = seenAt(last);
    if (!at_first || !at_last) return false;
    if (*at_first == kContained) return firstFrom(first, 1, last - first).time >= last - first;
    for (const auto& pieces : {*at_first, *at_last}) {
      if (pieces == kContained) continue;
      const auto &from = witnessOf(pieces, first), &to = witnessOf(pieces, last);
      if (from && to && pairs_.at(pieces).pair.holds(*from, *to)) return true;
    }
    return false;
  }

  const MovingShape &a_, &b_;
  double duration_, size_;
  std::map<Touching, PiecePair> pairs_;
  std::map<double, std::optional<Touching>> seen_;
  Touching last_ = kContained;  ///< that were in contact when last looked at
};

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

/// All contact of straight motion, in which between the first and the last of any pieces the shapes may be apart. With
/// very many pairs of pieces it is taken for one.
void addStraightContacts(const MovingShape& a, const MovingShape& b, SweepReport& report) {
  if (static_cast<std::int64_t>(a.pieces.count()) * b.pieces.count() <= kManyPiecePairs) {
    adoptContacts(PieceContacts(a, b, report.duration).walk(report.time), report);
    return;
  }
  report.contacts = {wholeContact(report)};
  report.unseen = report.contacts[0].exit.value_or(report.duration) - report.time;
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
    if (report.hit) addStraightContacts({pieces_a, a, motion_a}, {pieces_b, b, motion_b}, report);
    const auto [a_min, a_max] = worldBounds(a);
    const auto [b_min, b_max] = worldBounds(b);
    report.boxes = sweepAabb(a_min, a_max, b_min, b_max, velocity, duration);
  } else if (report.hit && !report.undecided) {
    const MovingShape moving_a{pieces_a, a, motion_a}, moving_b{pieces_b, b, motion_b};
    adopt(PieceContacts(moving_a, moving_b, duration).walk(report.time), report);
  }
  return report;
}

}  // namespace sepax
