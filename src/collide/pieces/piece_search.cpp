#include "collide/pieces/piece_search.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "collide/gjk/closest_points.h"
#include "collide/sat/sat.h"
#include "geom/tolerances.h"

namespace sepax {

PieceSearch::PieceSearch(const PosedShape& a, const PosedShape& b, const PairSettings& settings)
    : a_{ShapePieces(a.shape), a.pose.rotation, Vec3{0.0}, {}},
      b_{ShapePieces(b.shape), b.pose.rotation, b.pose.position - a.pose.position, {}},
      origin_(a.pose.position),
      size_(pairSize(a, b)),
      touching_(touchingTolerance(a, b, settings)),
      dimensions_(isPlanar(a.shape) ? 2 : 3) {
  double extent = length(b_.offset);
  for (Side* side : {&a_, &b_}) {
    side->posed.resize(static_cast<std::size_t>(side->pieces.count()));
    const MinMaxBox& box = side->pieces.tree().nodes[0].box;
    extent += length(glm::max(glm::abs(box.min), glm::abs(box.max)));
  }
  slack_ = 64 * std::numeric_limits<double>::epsilon() * extent;
}

const ConvexFeatures& PieceSearch::featuresOf(Side& side, int piece) {
  std::unique_ptr<ConvexFeatures>& known = side.posed[static_cast<std::size_t>(piece)];
  if (!known) {
    const PosedShape posed = side.pieces.piece(piece, {side.offset, side.rotation});
    known = std::make_unique<ConvexFeatures>(transformed(trueFeatures(posed.shape), posed.pose.rotation, posed.pose.position));
  }
  return *known;
}

double PieceSearch::gap(int piece_a, int piece_b) {
  const ConvexFeatures &a = featuresA(piece_a), &b = featuresB(piece_b);
  // Of curved pieces that touch along a rim the nearest points may stay a few billionths of the size apart: the report knows better.
  constexpr double kAllButTouching = 10 * kTouching;
  const double distance = closestCores(a, b).distance - a.radius - b.radius;
  if (distance > std::max(touching_, kAllButTouching * size_)) return distance;
  const SatReport sat = satReport(a, b, origin_, size_, touching_);
  const double separation = decidingAxis(sat).separation;
  return separation > 0 ? std::max(distance, separation) : separation;
}

MinMaxBox PieceSearch::fromB(const MinMaxBox& box, const Vec3& shift) const {
  const Mat3 back = glm::transpose(a_.rotation);
  return transformed(box, {back * b_.rotation, back * (b_.offset + shift)});
}

std::vector<ItemPair> PieceSearch::nearest(const std::function<double(int, int)>& measure, std::size_t keep, std::int64_t& tested) const {
  const auto bound = [this](const MinMaxBox& a, const MinMaxBox& b) { return boxGap(a, fromB(b, Vec3{0.0}), dimensions_) - slack_; };
  return smallestPairs({a_.pieces.tree(), b_.pieces.tree(), bound, measure, keep}, tested);
}

double PieceSearch::lastExit(const Vec3& direction, const std::function<double(int, int)>& exit) const {
  const Vec3 in_a = glm::transpose(a_.rotation) * direction;
  // The largest exit time is minus the smallest of these.
  const auto bound = [&](const MinMaxBox& a, const MinMaxBox& b) {
    const TimeSpan overlap = overlapTimes(a, fromB(b, Vec3{0.0}), in_a, slack_, dimensions_);
    return overlap.from > overlap.until ? kInfinity : -overlap.until;
  };
  std::int64_t tested = 0;
  const auto found = smallestPairs({a_.pieces.tree(), b_.pieces.tree(), bound, [&](int a, int b) { return -exit(a, b); }, 1}, tested);
  return found.empty() ? 0 : std::max(0.0, -found.front().value);
}

void PieceSearch::visitMeeting(const Vec3& shift, const std::function<void(int, int)>& visit) const {
  const auto& nodes_a = a_.pieces.tree().nodes;
  const auto& nodes_b = b_.pieces.tree().nodes;
  std::vector<std::pair<int, int>> stack{{0, 0}};
  while (!stack.empty()) {
    const auto [at_a, at_b] = stack.back();
    stack.pop_back();
    const BoxTree::Node &a = nodes_a[static_cast<std::size_t>(at_a)], &b = nodes_b[static_cast<std::size_t>(at_b)];
    if (boxGap(a.box, fromB(b.box, shift), dimensions_) > slack_) continue;
    if (a.item >= 0 && b.item >= 0) {
      visit(a.item, b.item);
      continue;
    }
    const Vec3 sides_a = sizesOf(a.box), sides_b = sizesOf(b.box);
    if (b.item >= 0 || (a.item < 0 && length(sides_a) >= length(sides_b))) {
      stack.insert(stack.end(), {{a.right, at_b}, {a.left, at_b}});
    } else {
      stack.insert(stack.end(), {{at_a, b.right}, {at_a, b.left}});
    }
  }
}

}  // namespace sepax
