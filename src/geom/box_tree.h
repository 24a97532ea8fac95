#pragma once

#include "geom/aabb.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

namespace sepax {

/// A binary tree of axis-aligned boxes over items numbered from 0: a mesh's triangles, a polygon's convex pieces. Node
/// 0 is the root of all; no items, no nodes.
struct BoxTree {
  struct alignas(64) Node {  ///< one line of the cache
    MinMaxBox box;
    int left = -1, right = -1;  ///< children; −1 for a leaf
    int item = -1;              ///< the one item of a leaf
  };
  std::vector<Node> nodes;
};

/// Whether the first of two nodes is to be divided, the larger one that can be; not both are leaves.
[[nodiscard]] bool dividesFirst(const BoxTree::Node& a, const BoxTree::Node& b);

/// Splits at the median of the longest side's centres until each leaf holds one item: balanced whatever the boxes are,
/// even all equal.
[[nodiscard]] BoxTree boxTree(const std::vector<MinMaxBox>& boxes);

/// A pair of items of two trees and what was asked about it.
struct ItemPair {
  int a = -1, b = -1;
  double value = 0;
};

/// A query to two trees: the item pairs of the smallest value.
struct SmallestPairs {
  const BoxTree& a;
  const BoxTree& b;
  /// At most the value of every item pair of which a's item lies in the first box and b's in the second. The caller
  /// proves it.
  std::function<double(const MinMaxBox&, const MinMaxBox&)> bound;
  std::function<double(int, int)> value;
  std::size_t keep = 1;  ///< how many
  /// Where it is cheaper than the value: at most the value of two items; none without it.
  std::function<double(int, int)> item_bound = nullptr;
  /// Pairs of nodes below which is all that matters.
  std::vector<std::pair<int, int>> from = {{0, 0}};
};

/// The `keep` smallest pairs (fewer when there are fewer), smallest first, the nearest boxes first: a pair is left out
/// only when its boxes' bound is not below the largest value kept. `evaluated` counts the pairs whose value was asked
/// for.
[[nodiscard]] std::vector<ItemPair> smallestPairs(const SmallestPairs& wanted, std::int64_t& evaluated);

/// Calls `visit(item)` for each item of the tree whose box, and all boxes around it, `enters` says yes to.
void visitItems(const BoxTree& tree, const std::function<bool(const MinMaxBox&)>& enters,
                const std::function<void(int)>& visit);

/// Signed gap of two boxes in their first two or three coordinates: negative, the least overlap of a coordinate, when
/// they overlap; else their Euclidean distance. No two convex things in these boxes have a smaller signed gap.
[[nodiscard]] double boxGap(const MinMaxBox& a, const MinMaxBox& b, int dimensions = 3);

/// When something holds; never when from > until.
struct TimeSpan {
  double from = 0, until = 0;
};

/// When a box that moves by `velocity` overlaps a resting one that is grown by `slack`, in their first two or three
/// coordinates: the intersection of the times of each coordinate (Ericson 2005, 5.5.8); infinite where it always did or
/// will.
[[nodiscard]] TimeSpan overlapTimes(const MinMaxBox& resting, const MinMaxBox& moving, const Vec3& velocity,
                                    double slack, int dimensions);

/// All points within `radius` of an axis and within `half_thickness` of the plane across it: the triangles of a node of
/// a mesh's tree. A patch of a curved surface is much thinner than it is wide, which a box sees only along the axes.
struct PatchDisc {
  std::array<float, 3> centre{}, normal{0, 0, 1};  ///< from the tree's origin; unit
  float radius = 0, half_thickness = 0;
};

/// A disc for each node of a tree of boxes over triangles, with the node's number.
struct DiscTree {
  std::vector<PatchDisc> discs;
  Vec3 origin{0.0};  ///< in the middle, body space
  double reach = 0;  ///< no corner is farther from there, metres
};

using TriangleCorners = std::array<Vec3, 3>;

/// `corners` of the triangles that are the tree's items.
[[nodiscard]] DiscTree discTree(const BoxTree& tree, std::span<const TriangleCorners> corners);

/// A value that is made when it is first asked for, by any thread. A copy asks anew.
template <class Value>
class MadeOnce {
 public:
  MadeOnce() = default;
  MadeOnce(const MadeOnce&) {}
  MadeOnce& operator=(const MadeOnce&) {
    value_.reset();
    return *this;
  }

  template <class Make>
  const Value& get(Make&& make) const {
    const std::scoped_lock lock(mutex_);
    if (!value_) value_ = std::make_unique<const Value>(make());
    return *value_;
  }

 private:
  mutable std::mutex mutex_;
  mutable std::unique_ptr<const Value> value_;
};

}  // namespace sepax
