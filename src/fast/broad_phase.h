#pragma once

#include "geom/aabb.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace sepax {

/// Two boxes by their places in the list, the smaller one first.
struct BoxPair {
  std::uint32_t a = 0, b = 0;
  auto operator<=>(const BoxPair&) const = default;
};

/// Finds all pairs of boxes that overlap, in the same comparisons of doubles as `overlaps`; faces belong to a box, so
/// that boxes which only touch are a pair. Kept between frames for its memory: each call starts anew.
///
/// Boxes of like size (within a factor of four) share a grid of rows along the longest side of their bounds, each box
/// in the row of its lower corner; a row is as wide as its largest box, so that what overlaps is in the same row or one
/// beside it. Rows are sorted by the lower end, and swept. Boxes of unlike size ask the coarser grids (hierarchical
/// grids: Ericson 2005, 7.2; sort and sweep: 7.5). Time grows with the number of boxes and of pairs; where one box is
/// so far away that all others share a row, with those that overlap along one axis.
class BroadPhase {
 public:
  struct Result {
    std::span<const BoxPair> pairs;  ///< in no order, valid until the next call
    bool is_complete = true;         ///< false: there are more than the limit
  };

  /// Boxes may be flat, equal, infinite or empty; an empty one overlaps nothing. At most 2³² − 1 of them.
  Result findPairs(std::span<const MinMaxBox> boxes, std::size_t limit = std::numeric_limits<std::size_t>::max());

 private:
  /// Boxes of like size in rows, sorted by row and then by their lower end. Coordinate 0 is along the rows.
  struct Level {
    std::array<int, 3> order{0, 1, 2};  ///< which coordinate of space is which of the level
    std::array<double, 3> origin{}, cell{1, 1, 1}, widest{};
    std::array<int, 3> rows{1, 1, 1};
    std::vector<std::uint32_t> row_start;  ///< rows[1] · rows[2] + 1 places in the arrays below
    std::array<std::vector<double>, 3> min, max;
    std::vector<std::uint32_t> box;

    [[nodiscard]] int rowAlong(int axis, double lower) const;
  };

  void fillLevel(Level& level, std::span<const MinMaxBox> boxes, std::span<const std::uint32_t> members);
  void pairsWithin(const Level& level);
  void pairsAcross(const Level& fine, const Level& coarse);
  void pairsOfUnbounded(std::span<const MinMaxBox> boxes, std::span<const std::uint32_t> unbounded);
  void report(std::uint32_t a, std::uint32_t b) {
    if (pairs_.size() < limit_)
      pairs_.push_back(a < b ? BoxPair{a, b} : BoxPair{b, a});
    else
      is_full_ = true;
  }

  std::vector<BoxPair> pairs_;
  std::size_t limit_ = 0;
  bool is_full_ = false;
  std::vector<Level> levels_;
  struct Keyed {
    std::uint64_t key = 0;
    std::uint32_t box = 0, row = 0;
  };
  std::vector<Keyed> keyed_, scratch_;
  std::vector<std::uint32_t> members_;
  std::vector<double> sizes_;
};

/// Whether two boxes have a point in common; an empty one has none.
[[nodiscard]] bool overlaps(const MinMaxBox& a, const MinMaxBox& b);

}  // namespace sepax
