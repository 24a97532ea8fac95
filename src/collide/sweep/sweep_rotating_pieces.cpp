#include "collide/sweep/sweep_rotating_pieces.h"

#include <algorithm>
#include <cmath>
#include <queue>
#include <unordered_map>
#include <vector>

#include "collide/sweep/sweep_mover.h"
#include "collide/sweep/sweep_rotating.h"
#include "geom/tolerances.h"

namespace sepax {

namespace {

// How two trees are swept. Each pair of nodes knows a time before which nothing in its boxes can meet; the pair with
// the earliest one is looked at where its boxes are then: far apart for their size, it waits for a later time, else its
// children do. When both nodes are leaves, the pieces themselves are looked at, one step of conservative advancement at
// a time. So no two pieces are followed beyond the moment at which the first ones touch, and those that are far apart
// not at all.
//
// How long two boxes surely stay apart, in the manner of collide/sweep/sweep_rotating.cpp: d is the direction between
// their nearest points, which stays fixed in the world, r a point from the pivot that it rotates about by w. Their gap
// along d, g now, changes at first by d·v − max over A of d·(w_a × r) − max over B of −d·(w_b × r), v the velocity of
// B's pivot against A's: the maxima of linear functions over boxes. No such term curves by more than |w| |d × w| times
// the farthest distance of the box from the axis of rotation, at any time. So with rate G and curving C the gap is
// above zero while g + G h − C h² / 2 > 0.
//
// Bodies that make more than part of a turn would be looked at anew turn after turn. The volume that a node or a piece
// covers in a whole turn, a cylinder about the axis, moves straight. Pairs whose volumes never meet along a direction
// that the bodies keep are left out.

/// Boxes that are apart by less than this of the longer side are divided, not waited for.
constexpr double kFarApart = 0.5;
/// How often two boxes are waited for before they are divided all the same: where the rate bound is far above the real
/// rate each wait is as short as it likes, even none that a time can hold.
constexpr int kMaxWaits = 100;

/// The rotation of a body, in its own space.
struct Spin {
  Vec3 angular{0.0}, axis{0.0};  ///< rad/s; unit, or zero
  Vec3 pivot{0.0};
  double rate = 0;  ///< rad/s

  explicit Spin(const MovingPieces& body) {
    const Mat3 back = glm::transpose(body.pose.rotation);
    angular = back * body.motion.angular;
    axis = normalizedOr(angular, Vec3{0.0});
    pivot = back * (body.motion.about.value_or(body.pose.position) - body.pose.position);
    rate = length(angular);
  }
  /// The largest of u·r over a box.
  [[nodiscard]] double most(const MinMaxBox& box, const Vec3& u) const {
    return dot((box.min + box.max) * 0.5 - pivot, u) + dot((box.max - box.min) * 0.5, glm::abs(u));
  }
  /// By how much a box's extent along a direction may curve, m/s².
  [[nodiscard]] double curving(const MinMaxBox& box, const Vec3& direction) const {
    return rate * length(glm::cross(direction, angular)) * arm(box);
  }
  /// No point of a box is farther from the axis.
  [[nodiscard]] double arm(const MinMaxBox& box) const {
    return length(glm::cross(axis, (box.min + box.max) * 0.5 - pivot)) + length(box.max - box.min) / 2;
  }
};

/// Radians in all beyond which it pays to ask what whole turns cover.
constexpr double kManyTurns = 1;

/// A ball or cylinder that covers a part of a body at all times, but for the straight motion of the body.
struct Envelope {
  Vec3 centre{0.0};
  Mat3 half_sides{0.0};  ///< columns, of a box
  Vec3 axis{0.0};        ///< of a cylinder: unit
  double radius = 0;     ///< around the axis, metres

  /// How far it reaches to both sides of its centre along a unit direction.
  [[nodiscard]] double reach(const Vec3& u) const {
    const double across = std::sqrt(std::max(0.0, 1 - dot(u, axis) * dot(u, axis)));
    return std::abs(dot(half_sides[0], u)) + std::abs(dot(half_sides[1], u)) + std::abs(dot(half_sides[2], u)) +
           radius * across;
  }
};

/// Two bodies at a time, seen from A.
struct Placement {
  double time = -1;
  Affine from_b;       ///< B's body space to A's
  Vec3 velocity{0.0};  ///< of B's pivot against A's, in A's body space
};

/// From the nearest point of one box to that of another; zero where they meet.
Vec3 between(const MinMaxBox& a, const MinMaxBox& b, int dimensions) {
  Vec3 way{0.0};
  for (int c = 0; c < dimensions; ++c) way[c] = std::max(b.min[c] - a.max[c], 0.0) - std::max(a.min[c] - b.max[c], 0.0);
  return way;
}

/// Two nodes of which nothing meets before `time`.
struct Waiting {
  double time;
  int a, b;
  bool far;                                 ///< for their size, where they were looked at
  int waits = 0;                            ///< so far, of those that are far
  bool operator<(const Waiting& o) const {  // the earliest on top
    return time != o.time ? time > o.time : a != o.a ? a > o.a : b > o.b;
  }
};

class TreeSweep {
 public:
  TreeSweep(const MovingPieces& a, const MovingPieces& b, double duration, double slack)
      : a_(a, a),
        b_(b, a),
        duration_(duration),
        slack_(slack),
        dimensions_(isPlanar(a.pieces.shape()) ? 2 : 3),
        turns_((a_.spin.rate + b_.spin.rate) * duration > kManyTurns),
        origin_(a.pose.position),
        common_(a.motion.linear) {}

  RotatingPieces first() {
    place(0);
    wait(0, 0);
    while (!queue_.empty()) {
      const Waiting next = queue_.top();
      queue_.pop();
      const BoxTree::Node &a = a_.node(next.a), &b = b_.node(next.b);
      if (!next.far && a.item >= 0 && b.item >= 0) {
        if (touchesAt(next, a.item, b.item)) return found_;
        continue;
      }
      place(next.time);
      if (next.far) {
        wait(next.a, next.b, next.waits + 1);
      } else if (dividesFirst(a, b)) {
        wait(a.left, next.b);
        wait(a.right, next.b);
      } else {
        wait(next.a, b.left);
        wait(next.a, b.right);
      }
    }
    return {};
  }

 private:
  /// One piece of a body.
  struct Piece {
    Mover mover;
    double size;
  };
  /// A body as seen from where A is at the start and along A's straight trajectory.
  struct Body {
    const ShapePieces& pieces;
    Pose pose;
    Motion motion;
    Spin spin;
    std::unordered_map<int, Piece> known;

    Body(const MovingPieces& body, const MovingPieces& a)
        : pieces(body.pieces),
          pose{body.pose.position - a.pose.position, body.pose.rotation},
          motion{body.motion.linear - a.motion.linear, body.motion.angular,
                 body.motion.about.value_or(body.pose.position) - a.pose.position},
          spin(body) {}

    [[nodiscard]] Envelope envelope(const MinMaxBox& box) const {
      const Vec3 half = (box.max - box.min) * 0.5, in_body = (box.min + box.max) * 0.5, centre = toWorld(pose, in_body);
      const Mat3& r = pose.rotation;
      if (spin.rate == 0) return {centre, {r[0] * half.x, r[1] * half.y, r[2] * half.z}, Vec3{0.0}, 0};
      const Vec3 axis = r * spin.axis;
      const double high = dot(half, glm::abs(spin.axis));
      return {*motion.about + axis * dot(axis, centre - *motion.about),
              {axis * high, Vec3{0.0}, Vec3{0.0}},
              axis,
              spin.arm(box)};
    }
    /// The envelope of a piece that rotates, by its own farthest points.
    [[nodiscard]] static Envelope envelope(const Mover& mover) {
      const Vec3 axis = normalizedOr(mover.angular, Vec3{0.0});
      const double radius = mover.core.radius();
      return {mover.about + axis * ((mover.low + mover.high) / 2),
              {axis * ((mover.high - mover.low) / 2 + radius), Vec3{0.0}, Vec3{0.0}},
              axis,
              mover.arm + radius};
    }
    [[nodiscard]] const BoxTree::Node& node(int at) const { return pieces.tree().nodes[static_cast<std::size_t>(at)]; }
    const Piece& piece(int item) {
      const auto found = known.find(item);
      if (found != known.end()) return found->second;
      const PosedShape posed = pieces.piece(item, pose);
      return known.emplace(item, Piece{moverOf(posed, motion, Vec3{0.0}), sizeOf(posed.shape)}).first->second;
    }
  };
  /// Two moving pieces.
  struct Walk {
    GapMemory memory;
    int steps = 0;
  };

  void place(double time) {
    if (placed_.time == time) return;
    const Pose a = poseAt(a_.pose, a_.motion, time), b = poseAt(b_.pose, b_.motion, time);
    const Mat3 back = glm::transpose(a.rotation);
    placed_ = {time, {back * b.rotation, back * (b.position - a.position)}, back * b_.motion.linear};
  }

  /// Whether what two envelopes cover never meets while the bodies go straight: they stay apart along the axes of
  /// rotation, or along the direction in which they pass each other.
  [[nodiscard]] bool neverMeet(const Envelope& a, const Envelope& b) const {
    const Vec3 start = b.centre - a.centre, velocity = b_.motion.linear, end = start + duration_ * velocity;
    const double speed2 = dot(velocity, velocity);
    const Vec3 passing = speed2 > 0 ? start - dot(start, velocity) / speed2 * velocity : start;
    for (const Vec3& u : {a.axis, b.axis, normalizedOr(passing, Vec3{0.0})}) {
      if (u == Vec3{0.0}) continue;
      const double apart = a.reach(u) + b.reach(u) + slack_, from = dot(u, start), to = dot(u, end);
      if ((from > apart && to > apart) || (from < -apart && to < -apart)) return true;
    }
    return false;
  }

  /// Queues two nodes, until their boxes may meet. `waits`: how often they were waited for before.
  void wait(int at_a, int at_b, int waits = 0) {
    const MinMaxBox &a = a_.node(at_a).box, &b = b_.node(at_b).box;
    if (turns_ && neverMeet(a_.envelope(a), b_.envelope(b))) return;
    const Vec3 way = between(a, transformed(b, placed_.from_b), dimensions_);
    const double gap = length(way) - slack_;
    if (!(gap > 0)) {
      queue_.push({placed_.time, at_a, at_b, false});
      return;
    }
    const Vec3 d = way / length(way), d_b = glm::transpose(placed_.from_b.linear) * d;
    const double rate = dot(d, placed_.velocity) - a_.spin.most(a, glm::cross(d, a_.spin.angular)) -
                        b_.spin.most(b, glm::cross(b_.spin.angular, d_b));
    const double curving = a_.spin.curving(a, d) + b_.spin.curving(b, d_b);
    // The positive root of gap + rate · h − curving · h² / 2; rounding is in the slack.
    const double root = std::sqrt(rate * rate + 2 * curving * gap);
    const double safe = rate > 0 ? (curving > 0 ? (rate + root) / curving : kInfinity) : 2 * gap / (root - rate);
    const double time = placed_.time + safe;
    if (time >= duration_) return;
    const bool far = gap > kFarApart * std::max(longestSide(a), longestSide(b));
    queue_.push({time, at_a, at_b, far && waits < kMaxWaits, waits});
  }

  /// Looks at two pieces. While they are apart they are queued again.
  bool touchesAt(const Waiting& at, int item_a, int item_b) {
    const Piece &a = a_.piece(item_a), &b = b_.piece(item_b);
    Walk& walk = walks_[(static_cast<std::uint64_t>(item_a) << 32) + static_cast<std::uint64_t>(item_b)];
    if (turns_ && walk.steps == 0) {
      const auto envelope = [](const Body& body, const Piece& piece, const MinMaxBox& box) {
        return piece.mover.spin() > 0 ? Body::envelope(piece.mover) : body.envelope(box);
      };
      if (neverMeet(envelope(a_, a, a_.node(at.a).box), envelope(b_, b, b_.node(at.b).box))) return false;
    }
    if (walk.steps == 0) walk.memory.direction = normalizedOr(b.mover.about - a.mover.about, {1, 0, 0});
    const double radius_a = a.mover.core.radius(), radius_b = b.mover.core.radius();
    const RotatingStep step = rotatingStep(a.mover, b.mover, radius_a + radius_b, std::max(a.size, b.size), at.time,
                                           duration_ - at.time, walk.memory);
    const double next = at.time + step.advance;
    const bool undecided = ++walk.steps > kMaxRotatingSteps;
    const bool too_close = next == at.time && at.time < duration_;  // for a double to tell
    if (step.touches || too_close || undecided) {
      const GjkResult closest = coreGap(a.mover.at(at.time), b.mover.at(at.time), walk.memory.direction);
      const Vec3& normal = closest.direction;
      found_ = {item_a,
                item_b,
                at.time,
                undecided && !step.touches,
                std::max(0.0, closest.upper - radius_a - radius_b),
                normal,
                origin_ + at.time * common_ + (closest.a + radius_a * normal + closest.b - radius_b * normal) / 2.0};
      return true;
    }
    if (next < duration_) queue_.push({next, at.a, at.b, false});
    return false;
  }

  Body a_, b_;
  double duration_, slack_;
  int dimensions_;
  bool turns_;            ///< whether whole turns are asked about
  Vec3 origin_, common_;  ///< where A is at the start, and its straight velocity: what the bodies are seen from
  RotatingPieces found_;
  Placement placed_;
  std::priority_queue<Waiting> queue_;
  std::unordered_map<std::uint64_t, Walk> walks_;
};

}  // namespace

RotatingPieces firstRotatingPieces(const MovingPieces& a, const MovingPieces& b, double duration, double slack) {
  return TreeSweep(a, b, duration, slack).first();
}

}  // namespace sepax
