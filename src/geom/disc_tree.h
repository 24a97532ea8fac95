#pragma once

#include "geom/aabb.h"
#include "geom/box_tree.h"

#include <array>
#include <cstddef>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

namespace sepax {

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
