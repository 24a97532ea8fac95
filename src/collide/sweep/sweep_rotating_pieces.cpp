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

// How two trees are swept. Each pair of nodes knows a time before which nothing in its boxes can meet; the pair with the earliest one is
// looked at where its boxes are then: far apart for their size, it waits for a later time, else its children do. Of two leaves the pieces
// themselves are looked at, one step of conservative advancement at a time. So no two pieces are followed beyond the moment at which the
// first ones touch, and those that are far apart not at all.
//
// How long two boxes surely stay apart, in the manner of collide/sweep/sweep_rotating.cpp: d is the direction between their nearest points,
// which stays as it is in the world, r a point from the pivot that it rotates about by w. Their gap along d, g now, changes at first by
//   d·v − max over A of d·(w_a × r) − max over B of −d·(w_b × r),
// v the velocity of B's pivot against A's: the maxima of linear functions over boxes. No such term curves by more than |w| |d × w| times
// the farthest distance of the box from the axis of rotation, at any time. So with rate G and curving C the gap is above zero while
//   g + G h − C h² / 2 > 0.

/// Boxes that are apart by less than this of the longer side are divided, not waited for.
constexpr double kFarApart = 0.5;

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
    const double arm = length(glm::cross(axis, (box.min + box.max) * 0.5 - pivot)) + length(box.max - box.min) / 2;
    return rate * length(glm::cross(direction, angular)) * arm;
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
  bool operator<(const Waiting& o) const {  // the earliest on top
    return time != o.time ? time > o.time : a != o.a ? a > o.a : b > o.b;
  }
};

class TreeSweep {
 public:
  TreeSweep(const MovingPieces& a, const MovingPieces& b, double duration, double slack)
      : a_(a, a), b_(b, a), duration_(duration), slack_(slack), dimensions_(isPlanar(a.pieces.shape()) ? 2 : 3) {}

  ItemPair first() {
    place(0);
    wait(0, 0);
    while (!queue_.empty()) {
      const Waiting next = queue_.top();
      queue_.pop();
      const BoxTree::Node &a = a_.node(next.a), &b = b_.node(next.b);
      if (!next.far && a.item >= 0 && b.item >= 0) {
        if (touchesAt(next, a.item, b.item)) return {a.item, b.item, next.time};
        continue;
      }
      place(next.time);
      if (next.far) {
        wait(next.a, next.b);
      } else if (b.item >= 0 || (a.item < 0 && longestSide(a.box) >= longestSide(b.box))) {
        wait(a.left, next.b);
        wait(a.right, next.b);
      } else {
        wait(next.a, b.left);
        wait(next.a, b.right);
      }
    }
    return {-1, -1, kInfinity};
  }

 private:
  /// One piece of a body.
  struct Piece {
    Mover mover;
    double size;
  };
  /// A body as seen from where A is at the start and along A's straight way.
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

    [[nodiscard]] const BoxTree::Node& node(int at) const { return pieces.tree().nodes[static_cast<std::size_t>(at)]; }
    const Piece& piece(int item) {
      const auto found = known.find(item);
      if (found != known.end()) return found->second;
      const PosedShape posed = pieces.piece(item, pose);
      return known.emplace(item, Piece{moverOf(posed, motion, Vec3{0.0}), sizeOf(posed.shape)}).first->second;
    }
  };
  /// Two pieces on their way.
  struct Walk {
    Vec3 guess{0.0};
    int steps = 0;
  };

  void place(double time) {
    if (placed_.time == time) return;
    const Pose a = poseAt(a_.pose, a_.motion, time), b = poseAt(b_.pose, b_.motion, time);
    const Mat3 back = glm::transpose(a.rotation);
    placed_ = {time, {back * b.rotation, back * (b.position - a.position)}, back * b_.motion.linear};
  }

  /// Queues two nodes, until their boxes may meet.
  void wait(int at_a, int at_b) {
    const MinMaxBox &a = a_.node(at_a).box, &b = b_.node(at_b).box;
    const Vec3 way = between(a, transformed(b, placed_.from_b), dimensions_);
    const double gap = length(way) - slack_;
    if (!(gap > 0)) {
      queue_.push({placed_.time, at_a, at_b, false});
      return;
    }
    const Vec3 d = way / length(way), d_b = glm::transpose(placed_.from_b.linear) * d;
    const double rate =
        dot(d, placed_.velocity) - a_.spin.most(a, glm::cross(d, a_.spin.angular)) - b_.spin.most(b, glm::cross(b_.spin.angular, d_b));
    const double curving = a_.spin.curving(a, d) + b_.spin.curving(b, d_b);
    // The positive root of gap + rate · h − curving · h² / 2; rounding is in the slack.
    const double root = std::sqrt(rate * rate + 2 * curving * gap);
    const double safe = rate > 0 ? (curving > 0 ? (rate + root) / curving : kInfinity) : 2 * gap / (root - rate);
    const double time = placed_.time + safe;
    if (time >= duration_) return;
    queue_.push({time, at_a, at_b, gap > kFarApart * std::max(longestSide(a), longestSide(b))});
  }

  /// Looks at two pieces. While they are apart they are queued again.
  bool touchesAt(const Waiting& at, int item_a, int item_b) {
    const Piece &a = a_.piece(item_a), &b = b_.piece(item_b);
    Walk& walk = walks_[(static_cast<std::uint64_t>(item_a) << 32) + static_cast<std::uint64_t>(item_b)];
    const Vec3 guess = walk.steps > 0 ? walk.guess : b.mover.about - a.mover.about;
    const RotatingStep step = rotatingStep(a.mover, b.mover, a.mover.core.radius() + b.mover.core.radius(), std::max(a.size, b.size),
                                           at.time, duration_ - at.time, guess);
    const double next = at.time + step.advance;
    if (step.touches || next == at.time || ++walk.steps > kMaxRotatingSteps) return true;
    walk.guess = step.closest.direction;
    if (next < duration_) queue_.push({next, at.a, at.b, false});
    return false;
  }

  Body a_, b_;
  double duration_, slack_;
  int dimensions_;
  Placement placed_;
  std::priority_queue<Waiting> queue_;
  std::unordered_map<std::uint64_t, Walk> walks_;
};

}  // namespace

ItemPair firstRotatingPieces(const MovingPieces& a, const MovingPieces& b, double duration, double slack) {
  return TreeSweep(a, b, duration, slack).first();
}

}  // namespace sepax
