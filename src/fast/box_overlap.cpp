#include "fast/box_overlap.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <type_traits>

namespace sepax {

namespace {

/// The numbers of a box are the rows of a block, in the same order.
template <class Box>
constexpr std::size_t kNumbersOf = sizeof(Box) / sizeof(float);

/// Whether a face of either box separates them, in double: what pairs that nothing else decides go by.
bool facesSeparate(const OrientedBox& a, const OrientedBox& b) {
  const Vec3 way = b.centre - a.centre;
  for (const Mat3* axes : {&a.axes, &b.axes}) {
    for (int i = 0; i < 3; ++i) {
      const Vec3& axis = (*axes)[i];
      double radii = 0;
      for (int j = 0; j < 3; ++j)
        radii +=
            a.half_extents[j] * std::abs(dot(a.axes[j], axis)) + b.half_extents[j] * std::abs(dot(b.axes[j], axis));
      if (std::abs(dot(way, axis)) > radii) return true;
    }
  }
  return false;
}

bool facesSeparate(const BoxQueue& pairs, std::size_t place) {
  const auto number = [&](std::size_t row) { return static_cast<double>(pairs.rows[row][place]); };
  const auto vec = [&](std::size_t row) { return Vec3{number(row), number(row + 1), number(row + 2)}; };
  const auto box = [&](std::size_t row) {
    const Quat rotation{number(row + 6), number(row + 7), number(row + 8), number(row + 9)};
    return OrientedBox{vec(row), matrixOf(normalized(rotation)), vec(row + 3)};
  };
  return facesSeparate(box(0), box(kNumbersOf<FloatBox>));
}

bool facesSeparate(const FlatBoxQueue& pairs, std::size_t place) {
  const auto vec = [&](std::size_t row) { return Vec3{pairs.rows[row][place], pairs.rows[row + 1][place], 0}; };
  constexpr std::size_t kB = kNumbersOf<FlatBox>;
  const Vec3 half_a = vec(2), half_b = vec(kB + 2), way = vec(kB) - vec(0);
  const Vec3 x_a = normalizedOr(vec(4), {1, 0, 0}), x_b = normalizedOr(vec(kB + 4), {1, 0, 0});
  const Vec3 y_a{-x_a.y, x_a.x, 0}, y_b{-x_b.y, x_b.x, 0};
  return std::ranges::any_of(std::array{x_a, y_a, x_b, y_b}, [&](const Vec3& axis) {
    const double radii = half_a.x * std::abs(dot(x_a, axis)) + half_a.y * std::abs(dot(y_a, axis)) +
                         half_b.x * std::abs(dot(x_b, axis)) + half_b.y * std::abs(dot(y_b, axis));
    return std::abs(dot(way, axis)) > radii;
  });
}

/// Fills a block from sixteen boxes A and as many boxes B.
void gather(const BoxKernel& kernel, const std::array<const FloatBox*, 2 * BoxBlock::kPairs>& boxes, BoxBlock& out) {
  kernel.gather(reinterpret_cast<const float* const*>(boxes.data()), out);
}
void gather(const BoxKernel& kernel, const std::array<const FlatBox*, 2 * FlatBoxBlock::kPairs>& boxes,
            FlatBoxBlock& out) {
  kernel.gather_flat(reinterpret_cast<const float* const*>(boxes.data()), out);
}

/// One byte a pair, 1 where they overlap. A part at a time: its answers are still at hand when those of its queue come
/// in.
template <class Block>
void testBlocks(const BoxKernel& kernel, const Block* blocks, std::size_t pairs, std::uint8_t* out,
                OverlapCounts& counts) {
  using Queue = PairQueue<Block>;
  constexpr std::size_t kPart = Queue::kMaxPairs;
  std::array<Overlap, kPart> answers;
  std::array<Overlap, kPart + Block::kPairs> settled;
  Queue undecided;
  for (std::size_t begin = 0; begin < pairs; begin += kPart) {
    const std::size_t part = std::min(kPart, pairs - begin);
    const Block* const of_part = blocks + begin / Block::kPairs;
    undecided.count = 0;
    if constexpr (std::is_same_v<Block, BoxBlock>) {
      kernel.test_in_float(of_part, part, answers.data(), undecided);
      kernel.test_in_double(undecided, settled.data());
    } else {
      kernel.test_flat_in_float(of_part, part, answers.data(), undecided);
      kernel.test_flat_in_double(undecided, settled.data());
    }
    counts.by_doubles += undecided.count;
    for (std::size_t i = 0; i < undecided.count; ++i) {
      if (settled[i] == Overlap::kUndecided) {
        ++counts.by_sign_alone;
        settled[i] = facesSeparate(undecided, i) ? Overlap::kApart : Overlap::kOverlapping;
      }
      answers[static_cast<std::size_t>(undecided.places[i])] = settled[i];
    }
    static_assert(static_cast<int>(Overlap::kApart) == 0 && static_cast<int>(Overlap::kOverlapping) == 1);
    std::memcpy(out + begin, answers.data(), part);
  }
}

}  // namespace

template <class Box>
void PairOverlaps<Box>::pack() {
  static_assert(2 * kNumbersOf<Box> == Block::kRows);
  blocks_.resize((count_ + Block::kPairs - 1) / Block::kPairs);
  if (blocks_.empty()) return;
  std::array<const Box*, 2 * Block::kPairs> boxes;
  for (std::size_t lane = 0; lane < Block::kPairs; ++lane) {
    boxes[lane] = &last_[lane].first;
    boxes[Block::kPairs + lane] = &last_[lane].second;
  }
  gather(boxKernel(), boxes, blocks_.back());
}

template <class Box>
OverlapCounts PairOverlaps<Box>::test(std::span<std::uint8_t> out, const BoxKernel& kernel) {
  pack();
  OverlapCounts counts;
  testBlocks(kernel, blocks_.data(), count_, out.data(), counts);
  return counts;
}

template class PairOverlaps<FloatBox>;
template class PairOverlaps<FlatBox>;

std::size_t BoxOverlaps::measure(std::span<BoxGaps> out, const BoxKernel& kernel) {
  pack();
  constexpr std::size_t kPart = BoxQueue::kMaxPairs;
  std::array<BoxGaps, kPart / BoxBlock::kPairs> again;
  BoxQueue imprecise;
  std::size_t by_doubles = 0;
  for (std::size_t begin = 0; begin < count_; begin += kPart) {
    BoxGaps* const of_part = out.data() + begin / BoxBlock::kPairs;
    imprecise.count = 0;
    kernel.measure_in_float(blocks_.data() + begin / BoxBlock::kPairs, std::min(kPart, count_ - begin), of_part,
                            imprecise);
    by_doubles += imprecise.count;
    kernel.measure_in_double(imprecise, again.data());
    for (std::size_t i = 0; i < imprecise.count; ++i) {
      const auto place = static_cast<std::size_t>(imprecise.places[i]);
      BoxGaps& to = of_part[place / BoxBlock::kPairs];
      const BoxGaps& from = again[i / BoxBlock::kPairs];
      const std::size_t to_lane = place % BoxBlock::kPairs, lane = i % BoxBlock::kPairs;
      for (int axis = 0; axis < BoxGaps::kAxes; ++axis) to.gaps[axis][to_lane] = from.gaps[axis][lane];
      to.deciding[to_lane] = from.deciding[lane];
    }
  }
  return by_doubles;
}

bool boxesOverlap(const OrientedBox& a, const OrientedBox& b, const BoxKernel& kernel) {
  static_assert(sizeof(OrientedBox) == 15 * sizeof(double) && std::is_standard_layout_v<OrientedBox>);
  const Overlap answer = kernel.test_one(reinterpret_cast<const double*>(&a), reinterpret_cast<const double*>(&b));
  return answer == Overlap::kUndecided ? !facesSeparate(a, b) : answer == Overlap::kOverlapping;
}

OverlapCounts testOverlaps(std::span<const FloatBox> boxes, std::span<const BoxPair> pairs, std::span<std::uint8_t> out,
                           const BoxKernel& kernel) {
  constexpr std::size_t kPart = 8;
  std::array<BoxBlock, kPart> blocks;
  OverlapCounts counts;
  for (std::size_t begin = 0; begin < pairs.size(); begin += kPart * BoxBlock::kPairs) {
    const std::size_t count = std::min(kPart * BoxBlock::kPairs, pairs.size() - begin);
    const std::size_t used = (count + BoxBlock::kPairs - 1) / BoxBlock::kPairs;
    for (std::size_t i = 0; i < used; ++i) {
      std::array<const FloatBox*, 2 * BoxBlock::kPairs> of_block;
      for (std::size_t lane = 0; lane < BoxBlock::kPairs; ++lane) {
        const BoxPair& pair = pairs[begin + std::min(i * BoxBlock::kPairs + lane, count - 1)];
        of_block[lane] = &boxes[pair.a];
        of_block[BoxBlock::kPairs + lane] = &boxes[pair.b];
        // Boxes lie anywhere: those of the next block are asked for while this one is filled.
        const BoxPair& ahead = pairs[std::min(begin + (i + 1) * BoxBlock::kPairs + lane, pairs.size() - 1)];
        __builtin_prefetch(&boxes[ahead.a]);
        __builtin_prefetch(&boxes[ahead.b]);
      }
      gather(kernel, of_block, blocks[i]);
    }
    testBlocks(kernel, blocks.data(), count, out.data() + begin, counts);
  }
  return counts;
}

}  // namespace sepax
