#include "collide/pieces/piece_search.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "collide/gjk/closest_points.h"
#include "collide/sat/sat.h"
#include "geom/tolerances.h"

namespace sepax {

namespace {

/// The largest gap of two boxes along the axes of both, at least their distance in either's space; B's axes are the columns of `from_b`.
template <int kDimensions>
double gapAlongAxes(const MinMaxBox& a, const MinMaxBox& b, const Affine& from_b, const Vec3& offset) {
  const Mat3& to_a = from_b.linear;
  const Vec3 half_a = (a.max - a.min) * 0.5, half_b = (b.max - b.min) * 0.5;
  const Vec3 way = offset + to_a * ((b.min + b.max) * 0.5) - (a.min + a.max) * 0.5;
  double most = -kInfinity, squared_a = 0, squared_b = 0;
  for (int i = 0; i < kDimensions; ++i) {
    double reach_a = half_a[i], reach_b = half_b[i];
    for (int k = 0; k < kDimensions; ++k) {
      reach_a += std::abs(to_a[k][i]) * half_b[k];
      reach_b += std::abs(to_a[i][k]) * half_a[k];
    }
    const double of_a = std::abs(way[i]) - reach_a, of_b = std::abs(dot(way, to_a[i])) - reach_b;
    most = std::max({most, of_a, of_b});
    squared_a += of_a > 0 ? of_a * of_a : 0;
    squared_b += of_b > 0 ? of_b * of_b : 0;
  }
  return most > 0 ? std::sqrt(std::max(squared_a, squared_b)) : most;
}

}  // namespace

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
  const Mat3 back = glm::transpose(a_.rotation);
  from_b_ = {back * b_.rotation, back * b_.offset};
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

double PieceSearch::gapOfBoxes(const MinMaxBox& a, const MinMaxBox& b, const Vec3& shift) const {
  return dimensions_ == 2 ? gapAlongAxes<2>(a, b, from_b_, from_b_.offset + shift) : gapAlongAxes<3>(a, b, from_b_, from_b_.offset + shift);
}

double PieceSearch::gapOfPlanes(int piece_a, int piece_b, const Vec3& shift) const {
  const MeshData *const a = a_.pieces.mesh(), *const b = b_.pieces.mesh();
  if (a == nullptr || b == nullptr) return -kInfinity;
  const std::array<Vec3, 3> p = cornersOf(*a, piece_a), in_b = cornersOf(*b, piece_b);
  const Vec3 offset = from_b_.offset + glm::transpose(a_.rotation) * shift;
  std::array<Vec3, 3> q;
  for (std::size_t i = 0; i < 3; ++i) q[i] = offset + from_b_.linear * in_b[i];
  // How far one triangle is to one side of the other's plane, times the length of its normal.
  const auto beside = [](const std::array<Vec3, 3>& plane, const std::array<Vec3, 3>& other) {
    const Vec3 normal = glm::cross(plane[1] - plane[0], plane[2] - plane[0]);
    const auto [low, high] =
        std::minmax({dot(normal, other[0] - plane[0]), dot(normal, other[1] - plane[0]), dot(normal, other[2] - plane[0])});
    const double most = std::max(low, -high), squared = dot(normal, normal);
    return squared > 0 ? most / std::sqrt(squared) : -kInfinity;
  };
  return std::max(beside(p, q), beside(q, p));
}

std::vector<ItemPair> PieceSearch::nearest(const std::function<double(int, int)>& measure, std::size_t keep, std::int64_t& tested) const {
  SmallestPairs wanted{a_.pieces.tree(), b_.pieces.tree(),
                       [this](const MinMaxBox& a, const MinMaxBox& b) { return gapOfBoxes(a, b, Vec3{0.0}) - slack_; }, measure, keep};
  wanted.item_bound = [this](int a, int b) { return gapOfPlanes(a, b, Vec3{0.0}) - slack_; };
  return smallestPairs(wanted, tested);
}

double PieceSearch::lastExit(const Vec3& direction, const std::function<double(int, int)>& exit) const {
  const Vec3 in_a = glm::transpose(a_.rotation) * direction;
  // The largest exit time is minus the smallest of these.
  const auto bound = [&](const MinMaxBox& a, const MinMaxBox& b) {
    const TimeSpan overlap = overlapTimes(a, transformed(b, from_b_), in_a, slack_, dimensions_);
    return overlap.from > overlap.until ? kInfinity : -overlap.until;
  };
  std::int64_t tested = 0;
  const auto found = smallestPairs({a_.pieces.tree(), b_.pieces.tree(), bound, [&](int a, int b) { return -exit(a, b); }, 1}, tested);
  return found.empty() ? 0 : std::max(0.0, -found.front().value);
}

void PieceSearch::visitMeeting(const Vec3& shift, const std::function<bool(int, int)>& visit) const {
  const Vec3 in_a = glm::transpose(a_.rotation) * shift;
  const auto& nodes_a = a_.pieces.tree().nodes;
  const auto& nodes_b = b_.pieces.tree().nodes;
  std::vector<std::pair<int, int>> stack{{0, 0}};
  while (!stack.empty()) {
    const auto [at_a, at_b] = stack.back();
    stack.pop_back();
    const BoxTree::Node &a = nodes_a[static_cast<std::size_t>(at_a)], &b = nodes_b[static_cast<std::size_t>(at_b)];
    if (gapOfBoxes(a.box, b.box, in_a) > slack_) continue;
    if (a.item >= 0 && b.item >= 0) {
      if (!visit(a.item, b.item)) return;
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
