#include "collide/pieces/piece_search.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "collide/gjk/closest_points.h"
#include "collide/pieces/nearest_triangles.h"
#include "collide/sat/sat.h"
#include "geom/tolerances.h"

namespace sepax {

namespace {

/// Pairs of pieces whose reports are kept.
constexpr std::size_t kMaxMeetings = 1024;
/// Planar pieces are many from this number of pairs on. The sides of pieces that have few of them bound a pair then:
/// a report of every pair costs minutes where the pieces of two stars lie upon each other.
constexpr std::int64_t kManyPairs = 1'000'000;
constexpr std::size_t kFewSides = 4;

/// Two boxes as their axes see them, what is along A's axes beside what is along B's.
template <int kDimensions>
struct BoxesOnAxes {
  Both middle[kDimensions];  ///< of B from A's
  Both reach[kDimensions];   ///< half the sum of both lengths

  BoxesOnAxes(const MinMaxBox& a, const MinMaxBox& b, const BodyInBody& from_b, const Vec3& offset, double slack) {
    const Mat3& to_a = from_b.map.linear;
    Both half[kDimensions];  // B's, A's
    Vec3 middle_a{0.0}, middle_b{0.0};
#pragma GCC unroll 3
    for (int i = 0; i < kDimensions; ++i) {
      const Both low{b.min[i], a.min[i]}, high{b.max[i], a.max[i]}, middles = (low + high) * 0.5;
      half[i] = (high - low) * 0.5;
      middle_b[i] = middles[0];
      middle_a[i] = middles[1];
    }
    const Vec3 way = offset + to_a * middle_b - middle_a;
#pragma GCC unroll 3
    for (int i = 0; i < kDimensions; ++i) {
      middle[i] = Both{way[i], dot(way, to_a[i])};
      reach[i] = Both{half[i][1], half[i][0]} + slack;
#pragma GCC unroll 3
      for (int k = 0; k < kDimensions; ++k) reach[i] += from_b.sizes[i][k] * half[k];
    }
  }
};

/// The largest gap of two boxes along an axis of either: not positive where they meet.
template <int kDimensions>
double mostAlongAxes(const MinMaxBox& a, const MinMaxBox& b, const BodyInBody& from_b, const Vec3& offset) {
  const BoxesOnAxes<kDimensions> boxes(a, b, from_b, offset, 0);
  Both most{-kInfinity, -kInfinity};
#pragma GCC unroll 3
  for (int i = 0; i < kDimensions; ++i) most = larger(most, sizesOf(boxes.middle[i]) - boxes.reach[i]);
  return std::max(most[0], most[1]);
}

/// That where they meet, else their distance in the space of A or of B, which is larger.
template <int kDimensions>
double gapAlongAxes(const MinMaxBox& a, const MinMaxBox& b, const BodyInBody& from_b, const Vec3& offset) {
  const BoxesOnAxes<kDimensions> boxes(a, b, from_b, offset, 0);
  Both most{-kInfinity, -kInfinity}, squared{};
#pragma GCC unroll 3
  for (int i = 0; i < kDimensions; ++i) {
    const Both gap = sizesOf(boxes.middle[i]) - boxes.reach[i], apart = larger(gap, Both{});
    most = larger(most, gap);
    squared += apart * apart;
  }
  const double largest = std::max(most[0], most[1]);
  return largest > 0 ? std::sqrt(std::max(squared[0], squared[1])) : largest;
}

/// When a box of B's body that goes by `speeds` along the axes overlaps one of A's that is grown by `slack`, along the
/// axes of both, of which A's alone would see boxes of B as larger than they are; never when from > until.
template <int kDimensions>
TimeSpan timesAlongAxes(const MinMaxBox& a, const MinMaxBox& b, const BodyInBody& from_b,
                        const std::array<Both, 3>& speeds, double slack) {
  const BoxesOnAxes<kDimensions> boxes(a, b, from_b, from_b.map.offset, slack);
  Both from{-kInfinity, -kInfinity}, least{-kInfinity, -kInfinity};  // `least`: minus the time until when
#pragma GCC unroll 3
  for (int i = 0; i < kDimensions; ++i) {
    const Both middle = boxes.middle[i], reach = boxes.reach[i], speed = speeds[static_cast<std::size_t>(i)];
    const Both at = -middle / speed, half = reach / sizesOf(speed);
    Both first = at - half, last = at + half;
    for (int lane = 0; lane < 2; ++lane) {
      if (speed[lane] != 0) continue;
      if (std::abs(middle[lane]) > reach[lane]) return {kInfinity, -kInfinity};
      first[lane] = -kInfinity;
      last[lane] = kInfinity;
    }
    from = larger(from, first);
    least = larger(least, -last);
  }
  return {std::max(from[0], from[1]), -std::max(least[0], least[1])};
}

}  // namespace

PieceSearch::PieceSearch(const PosedShape& a, const PosedShape& b, const PairSettings& settings)
    : a_{ShapePieces(a.shape), a.pose.rotation, Vec3{0.0}, {}, {}},
      b_{ShapePieces(b.shape), b.pose.rotation, b.pose.position - a.pose.position, {}, {}},
      origin_(a.pose.position),
      size_(pairSize(a, b)),
      touching_(settings.touching_tolerance.value_or(kTouching * size_)),
      dimensions_(isPlanar(a.shape) ? 2 : 3),
      has_many_planar_(dimensions_ == 2 && std::int64_t{a_.pieces.count()} * b_.pieces.count() > kManyPairs) {
  double extent = length(b_.offset);
  for (Side* side : {&a_, &b_}) {
    const MinMaxBox& box = side->pieces.tree().nodes[0].box;
    extent += length(glm::max(glm::abs(box.min), glm::abs(box.max)));
  }
  const Mat3 back = glm::transpose(a_.rotation);
  from_b_.map = {back * b_.rotation, back * b_.offset};
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < 3; ++k) from_b_.sizes[i][k] = sizesOf(Both{from_b_.map.linear[k][i], from_b_.map.linear[i][k]});
  }
  slack_ = 64 * std::numeric_limits<double>::epsilon() * extent;
}

const ConvexFeatures& PieceSearch::featuresOf(Side& side, int piece) {
  const auto known = side.posed.find(piece);
  if (known != side.posed.end()) return known->second;
  const auto [shape, pose] = side.pieces.piece(piece, side.pose());
  return side.posed.emplace(piece, transformed(trueFeatures(shape), pose.rotation, pose.position)).first->second;
}

const SupportMap& PieceSearch::supportOfPiece(Side& side, int piece) {
  const auto known = side.supports.find(piece);
  if (known != side.supports.end()) return known->second;
  return side.supports.emplace(piece, supportOf(side.pieces.piece(piece, side.pose()))).first->second;
}

std::array<Vec3, 3> PieceSearch::triangleOf(const Side& side, int piece) {
  std::array<Vec3, 3> corners = cornersOf(*side.pieces.mesh(), piece);
  for (Vec3& v : corners) v = side.offset + side.rotation * v;
  return corners;
}

const SatReport* PieceSearch::knownReport(int piece_a, int piece_b) const {
  const auto known = meetings_.find({piece_a, piece_b});
  return known != meetings_.end() ? &known->second.report : nullptr;
}

double PieceSearch::gap(int piece_a, int piece_b) {
  if (const auto known = meetings_.find({piece_a, piece_b}); known != meetings_.end()) return known->second.gap;
  const ConvexFeatures &a = featuresA(piece_a), &b = featuresB(piece_b);
  // The nearest points of curved pieces that touch along a rim may stay a few billionths of the size apart: the report
  // knows better.
  constexpr double kAllButTouching = 10 * kTouching;
  const double distance = closestCores(a, b).distance - a.radius - b.radius;
  if (distance > std::max(touching_, kAllButTouching * size_)) return distance;
  SatReport sat = satReport(a, b, origin_, size_, touching_);
  const double separation = decidingAxis(sat).separation;
  const double found = separation > 0 ? std::max(distance, separation) : separation;
  if (a_.pieces.mesh() == nullptr && b_.pieces.mesh() == nullptr && meetings_.size() < kMaxMeetings)
    meetings_.insert({{piece_a, piece_b}, {found, std::move(sat)}});
  return found;
}

double PieceSearch::gapOfBoxes(const MinMaxBox& a, const MinMaxBox& b, const Vec3& shift) const {
  return dimensions_ == 2 ? gapAlongAxes<2>(a, b, from_b_, from_b_.map.offset + shift)
                          : gapAlongAxes<3>(a, b, from_b_, from_b_.map.offset + shift);
}

std::pair<double, double> PieceSearch::extentOf(Side& side, int piece, const Vec3& direction) {
  if (side.pieces.mesh() == nullptr) {
    const SupportMap& map = supportOfPiece(side, piece);
    return {dot(map(-direction).point, direction) - map.radius(), dot(map(direction).point, direction) + map.radius()};
  }
  const auto [p, q, r] = cornersOf(*side.pieces.mesh(), piece);
  const Vec3 in_body = glm::transpose(side.rotation) * direction;
  const double offset = dot(side.offset, direction), at_p = dot(p, in_body), at_q = dot(q, in_body),
               at_r = dot(r, in_body);
  return {offset + std::min({at_p, at_q, at_r}), offset + std::max({at_p, at_q, at_r})};
}

PieceSearch::PlaneBounds PieceSearch::boundsByPlanes(int piece_a, int piece_b, const Vec3& shift, const Vec3& along) {
  PlaneBounds bounds;
  // Adds the bound of an axis along which A ends where B begins, or B where A begins.
  const auto add = [&](const Vec3& axis, const std::pair<double, double>& a, const std::pair<double, double>& b) {
    const double moved = dot(axis, shift), speed = dot(axis, along);
    bounds.gap = std::max({bounds.gap, b.first + moved - a.second, a.first - b.second - moved});
    if (speed != 0) bounds.exit = std::min(bounds.exit, (speed > 0 ? a.second - b.first : a.first - b.second) / speed);
  };
  const auto normalOf = [](const Side& side, int piece) {
    if (side.pieces.mesh() == nullptr) return Vec3{0.0};
    const auto [p, q, r] = cornersOf(*side.pieces.mesh(), piece);
    const Vec3 normal = glm::cross(q - p, r - p);
    const double size = length(normal);
    return size > 0 ? side.rotation * (normal / size) : Vec3{0.0};
  };
  const auto addAlong = [&](const Vec3& axis) {
    if (axis != Vec3{0.0}) add(axis, extentOf(a_, piece_a, axis), extentOf(b_, piece_b, axis));
  };
  for (const Vec3& axis : {normalOf(a_, piece_a), normalOf(b_, piece_b), along}) addAlong(axis);
  if (has_many_planar_) {
    for (const ConvexFeatures* piece : {&featuresA(piece_a), &featuresB(piece_b)}) {
      if (piece->core.edges.size() > kFewSides) continue;
      for (const PolytopeEdge& side : piece->core.edges) {
        const Vec3 way = piece->core.vertices[side.v1] - piece->core.vertices[side.v0];
        addAlong(normalizedOr({way.y, -way.x, 0}, Vec3{0.0}));
      }
    }
  }
  return bounds;
}

std::vector<ItemPair> PieceSearch::nearestByGap(std::size_t keep, std::int64_t& tested) {
  const auto by_gap = [this](int a, int b) { return gap(a, b); };
  if (a_.pieces.mesh() == nullptr || b_.pieces.mesh() == nullptr) return nearest(by_gap, keep, tested);
  auto leaves = nearestTriangles(*a_.pieces.mesh(), *b_.pieces.mesh(), from_b_.map, keep);
  return leaves ? nearestAmong(std::move(*leaves), by_gap, keep, tested) : nearest(by_gap, keep, tested);
}

std::vector<ItemPair> PieceSearch::nearestAmong(std::vector<std::pair<int, int>> leaves,
                                                const std::function<double(int, int)>& measure, std::size_t keep,
                                                std::int64_t& tested) {
  SmallestPairs wanted{a_.pieces.tree(), b_.pieces.tree(),
                       [this](const MinMaxBox& a, const MinMaxBox& b) { return gapOfBoxes(a, b, Vec3{0.0}) - slack_; },
                       measure, keep};
  wanted.item_bound = [this](int a, int b) { return boundsByPlanes(a, b, Vec3{0.0}, Vec3{0.0}).gap - slack_; };
  wanted.from = std::move(leaves);
  return smallestPairs(wanted, tested);
}

double PieceSearch::lastExit(const LastExit& wanted) {
  const double from = wanted.at.value_or(0);
  const Vec3 in_a = glm::transpose(a_.rotation) * wanted.direction, shift = from * wanted.direction;
  std::array<Both, 3> speeds;
  for (std::size_t i = 0; i < 3; ++i)
    speeds[i] = Both{in_a[static_cast<int>(i)], dot(in_a, from_b_.map.linear[static_cast<int>(i)])};
  // The largest exit is minus the smallest of these.
  const auto bound = [&](const MinMaxBox& a, const MinMaxBox& b) {
    if (wanted.looks != nullptr && (*wanted.looks == 0 || --*wanted.looks == 0)) return kInfinity;
    const auto times = dimensions_ == 2 ? timesAlongAxes<2> : timesAlongAxes<3>;
    const auto [first, last] = times(a, b, from_b_, speeds, slack_);
    return first > last || last <= from || (wanted.at && first > from) ? kInfinity : -last;
  };
  const auto item_bound = [&](int a, int b) {
    const auto [gap, exit] = boundsByPlanes(a, b, shift, wanted.direction);
    return (wanted.at && gap > touching_) || exit <= from ? kInfinity : -exit - slack_;
  };
  std::int64_t tested = 0;
  const auto found = smallestPairs(
      {a_.pieces.tree(), b_.pieces.tree(), bound, [&](int a, int b) { return -wanted.exit(a, b); }, 1, item_bound},
      tested);
  if (wanted.looks != nullptr && *wanted.looks == 0) return kInfinity;
  return found.empty() ? from : std::max(from, -found.front().value);
}

void PieceSearch::visitMeeting(const Vec3& shift, const std::function<bool(int, int)>& visit, double within) const {
  const Vec3 in_a = glm::transpose(a_.rotation) * shift;
  const auto& nodes_a = a_.pieces.tree().nodes;
  const auto& nodes_b = b_.pieces.tree().nodes;
  std::vector<std::pair<int, int>> stack;
  const double limit = slack_ + within;
  const Vec3 offset = from_b_.map.offset + in_a;
  const auto areNear = [&](int at_a, int at_b) {
    const MinMaxBox &a = nodes_a[static_cast<std::size_t>(at_a)].box, &b = nodes_b[static_cast<std::size_t>(at_b)].box;
    const double most =
        dimensions_ == 2 ? mostAlongAxes<2>(a, b, from_b_, offset) : mostAlongAxes<3>(a, b, from_b_, offset);
    return most <= limit && (within == 0 || gapOfBoxes(a, b, in_a) <= limit);
  };
  if (areNear(0, 0)) stack.emplace_back(0, 0);
  while (!stack.empty()) {
    const auto [at_a, at_b] = stack.back();
    stack.pop_back();
    const BoxTree::Node &a = nodes_a[static_cast<std::size_t>(at_a)], &b = nodes_b[static_cast<std::size_t>(at_b)];
    if (a.item >= 0 && b.item >= 0) {
      if (!visit(a.item, b.item)) return;
      continue;
    }
    const bool divides_a = dividesFirst(a, b);
    const std::pair left{divides_a ? a.left : at_a, divides_a ? at_b : b.left},
        right{divides_a ? a.right : at_a, divides_a ? at_b : b.right};
    // Both at once: whether one is near is nothing that a processor foresees.
    const bool is_left = areNear(left.first, left.second), is_right = areNear(right.first, right.second);
    if (is_right) stack.push_back(right);
    if (is_left) stack.push_back(left);
  }
}

}  // namespace sepax
