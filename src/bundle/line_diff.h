#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace sepax {

/// A row of two texts side by side: the same line on both sides, or what stands there instead.
struct LinePair {
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  std::uint32_t left = kNone, right = kNone;  ///< lines; kNone: there is none on this side
  bool is_same = false;
  bool operator==(const LinePair&) const = default;
};

struct LineDiff {
  std::vector<LinePair> rows;
  std::vector<std::size_t> changes;  ///< the first row of each run of changed ones
};

/// Pairs the lines of two texts, given as numbers that are equal for equal lines. Lines that both texts have once are
/// paired first, in the longest order that both keep (patience); between them the shortest edit script is sought
/// (Myers) while it is short enough, and the other lines stand opposite each other.
[[nodiscard]] LineDiff diffLines(std::span<const std::uint64_t> left, std::span<const std::uint64_t> right);

}  // namespace sepax
