#pragma once

#include "fast/box_kernel.h"
#include "fast/broad_phase.h"
#include "geom/oriented_box.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace sepax {

/// An oriented box as game engines hold it.
struct FloatBox {
  std::array<float, 3> centre{}, half_extents{};
  /// Quaternion x, y, z, w. Its length may not be zero and does not count, but where it is not 1 to rounding all is
  /// done in double.
  std::array<float, 4> rotation{0, 0, 0, 1};
};

/// A box in the plane, like FloatBox.
struct FlatBox {
  std::array<float, 2> centre{}, half_extents{};
  std::array<float, 2> axis{1, 0};  ///< cosine and sine of its angle; of the length what is said of quaternions
};

/// How many pairs took more than the float kernel.
struct OverlapCounts {
  std::size_t by_doubles = 0;     ///< too near for floats
  std::size_t by_sign_alone = 0;  ///< too near for doubles as well
};

/// Whether boxes overlap, many pairs at a time; touching counts. Never wrong but within rounding of touching: pairs
/// that floats cannot decide with certainty (fast/box_kernel_lanes.h) are tested in double, whose own doubt is about
/// 1e-14 of the boxes' size and distance; there what the faces' axes say holds. Coordinates must be finite.
template <class Box>
class PairOverlaps {
 public:
  using Block = PairBlock<sizeof(Box) / sizeof(float)>;

  void clear() { count_ = 0; }
  void add(const Box& a, const Box& b) {
    auto& [last_a, last_b] = last_[count_ % Block::kPairs];
    last_a = a;
    last_b = b;
    if (++count_ % Block::kPairs == 0) pack();
  }
  [[nodiscard]] std::size_t size() const { return count_; }
  /// One byte a pair, in the order they were added: 1 overlaps, 0 apart. `out` holds size() bytes.
  OverlapCounts test(std::span<std::uint8_t> out, const BoxKernel& kernel = boxKernel());

 protected:
  /// Brings the last block up to date, number by number.
  void pack();

  std::vector<Block> blocks_;
  std::array<std::pair<Box, Box>, Block::kPairs> last_;  ///< the last block's pairs, and behind them older ones
  std::size_t count_ = 0;
};
extern template class PairOverlaps<FloatBox>;
extern template class PairOverlaps<FlatBox>;
using FlatBoxOverlaps = PairOverlaps<FlatBox>;

class BoxOverlaps : public PairOverlaps<FloatBox> {
 public:
  /// All fifteen separations of each pair and the axis that decides, sixteen pairs a block: of pair i in lane i % 16 of
  /// block i / 16. `out` holds a block for every sixteen pairs or part of them. Floats are off by no more than the
  /// bound of fast/box_kernel_lanes.h over the sine of the edges' angle, some 1e-5 of size; verdicts within that of
  /// touching are test()'s. Pairs with edges nearer to parallel than kMinSineInFloat are measured in double: how many,
  /// is returned.
  std::size_t measure(std::span<BoxGaps> out, const BoxKernel& kernel = boxKernel());
};

/// Whether two boxes overlap, one pair a call; touching counts. As certain as a batch.
[[nodiscard]] bool boxesOverlap(const OrientedBox& a, const OrientedBox& b, const BoxKernel& kernel = boxKernel());

/// Tests pairs out of a list of boxes.
OverlapCounts testOverlaps(std::span<const FloatBox> boxes, std::span<const BoxPair> pairs, std::span<std::uint8_t> out,
                           const BoxKernel& kernel = boxKernel());

/// Where two oriented boxes meet, without the explanation of Manifold (collide/contacts/manifold.h).
struct BoxManifold {
  struct Point {
    Vec3 position{0.0};     ///< midway between the surfaces
    double separation = 0;  ///< metres along the normal, negative inside
  };
  static constexpr std::size_t kMaxPoints = 8;

  Vec3 normal{0.0};       ///< unit, from A to B
  double separation = 0;  ///< metres: the largest over the axes, negative when overlapping
  std::size_t count = 0;
  std::array<Point, kMaxPoints> points;
};

/// The contacts of two boxes that overlap or are at most `touching` metres apart; false, and nothing in `out`, when
/// they are farther apart.
///
/// Doubles over the fifteen axes (Gottschalk 1996), each normalised, ending at the first that separates. On the axis of
/// a face the other box's most opposed face is clipped against its sides (Sutherland and Hodgman 1974), all points that
/// are not above the face are kept: at most eight, not reduced to four as the reference's. Two edges give one point,
/// where their lines are nearest. The reference (collide/contacts) gives two for edges within 0.05 of parallel.
///
/// Edges within 1e-8 of parallel have no axis, and an edge axis has to separate more than the faces' by 1e-7 of size:
/// what is lost is no more than that. At least one point; the deepest has the separation.
[[nodiscard]] bool boxManifold(const OrientedBox& a, const OrientedBox& b, double touching, BoxManifold& out);

/// The oriented box of a box in space at a pose.
[[nodiscard]] OrientedBox orientedBoxOf(const Vec3& half_extents, const Pose& pose);

}  // namespace sepax
