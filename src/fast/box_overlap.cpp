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

typedef float Four __attribute__((vector_size(16)));

Four load(const FloatBox& box, std::size_t number) {
  Four out;
  std::memcpy(&out, reinterpret_cast<const char*>(&box) + number * sizeof(float), sizeof out);
  return out;
}

/// Puts sixteen boxes into the lanes of a side: four by four numbers are transposed at a time.
void putAll(const std::array<const FloatBox*, BoxBlock::kPairs>& boxes, float (*rows_of_side)[BoxBlock::kPairs]) {
  for (std::size_t lane = 0; lane < BoxBlock::kPairs; lane += 4) {
    for (const std::size_t number :
         {std::size_t{0}, std::size_t{4}, kNumbersOf<FloatBox> - 4}) {  // the last four overlap the ones before
      const Four a = load(*boxes[lane], number), b = load(*boxes[lane + 1], number), c = load(*boxes[lane + 2], number),
                 d = load(*boxes[lane + 3], number);
      const Four ab_low = __builtin_shufflevector(a, b, 0, 4, 1, 5),
                 ab_high = __builtin_shufflevector(a, b, 2, 6, 3, 7);
      const Four cd_low = __builtin_shufflevector(c, d, 0, 4, 1, 5),
                 cd_high = __builtin_shufflevector(c, d, 2, 6, 3, 7);
      const Four rows[4] = {
          __builtin_shufflevector(ab_low, cd_low, 0, 1, 4, 5), __builtin_shufflevector(ab_low, cd_low, 2, 3, 6, 7),
          __builtin_shufflevector(ab_high, cd_high, 0, 1, 4, 5), __builtin_shufflevector(ab_high, cd_high, 2, 3, 6, 7)};
      for (std::size_t i = 0; i < 4; ++i) std::memcpy(&rows_of_side[number + i][lane], &rows[i], sizeof rows[i]);
    }
  }
}

/// Whether a face of either box separates them, in double: what pairs that nothing else decides go by.
bool facesSeparate(const BoxQueue& pairs, std::size_t place) {
  const auto number = [&](std::size_t row) { return static_cast<double>(pairs.rows[row][place]); };
  const auto vec = [&](std::size_t row) { return Vec3{number(row), number(row + 1), number(row + 2)}; };
  const auto axesOf = [&](std::size_t row) {
    return matrixOf(normalized(Quat{number(row), number(row + 1), number(row + 2), number(row + 3)}));
  };
  constexpr std::size_t kB = kNumbersOf<FloatBox>;
  const Mat3 axes_a = axesOf(6), axes_b = axesOf(kB + 6);
  const Vec3 half_a = vec(3), half_b = vec(kB + 3), way = vec(kB) - vec(0);
  for (const Mat3* axes : {&axes_a, &axes_b}) {
    for (int i = 0; i < 3; ++i) {
      const Vec3& axis = (*axes)[i];
      double radii = 0;
      for (int j = 0; j < 3; ++j)
        radii += half_a[j] * std::abs(dot(axes_a[j], axis)) + half_b[j] * std::abs(dot(axes_b[j], axis));
      if (std::abs(dot(way, axis)) > radii) return true;
    }
  }
  return false;
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
void PairOverlaps<Box>::clear() {
  blocks_.clear();
  count_ = 0;
}

template <class Box>
void PairOverlaps<Box>::add(const Box& a, const Box& b) {
  static_assert(2 * kNumbersOf<Box> == Block::kRows);
  const std::size_t lane = count_ % Block::kPairs;
  if (lane == 0) blocks_.emplace_back();
  std::array<float, Block::kRows> numbers;
  std::memcpy(numbers.data(), &a, sizeof a);
  std::memcpy(numbers.data() + kNumbersOf<Box>, &b, sizeof b);
  for (std::size_t row = 0; row < Block::kRows; ++row) blocks_.back().rows[row][lane] = numbers[row];
  ++count_;
}

template <class Box>
OverlapCounts PairOverlaps<Box>::test(std::span<std::uint8_t> out, const BoxKernel& kernel) const {
  OverlapCounts counts;
  testBlocks(kernel, blocks_.data(), count_, out.data(), counts);
  return counts;
}

template class PairOverlaps<FloatBox>;
template class PairOverlaps<FlatBox>;

std::size_t BoxOverlaps::measure(std::span<BoxGaps> out, const BoxKernel& kernel) const {
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

OverlapCounts testOverlaps(std::span<const FloatBox> boxes, std::span<const BoxPair> pairs, std::span<std::uint8_t> out,
                           const BoxKernel& kernel) {
  constexpr std::size_t kPart = 8;
  std::array<BoxBlock, kPart> blocks;
  OverlapCounts counts;
  for (std::size_t begin = 0; begin < pairs.size(); begin += kPart * BoxBlock::kPairs) {
    const std::size_t count = std::min(kPart * BoxBlock::kPairs, pairs.size() - begin);
    const std::size_t used = (count + BoxBlock::kPairs - 1) / BoxBlock::kPairs;
    for (std::size_t i = 0; i < used; ++i) {
      std::array<const FloatBox*, BoxBlock::kPairs> of_a, of_b;
      for (std::size_t lane = 0; lane < BoxBlock::kPairs; ++lane) {
        const BoxPair& pair = pairs[begin + std::min(i * BoxBlock::kPairs + lane, count - 1)];
        of_a[lane] = &boxes[pair.a];
        of_b[lane] = &boxes[pair.b];
        // Boxes lie anywhere: those of the next block are asked for while this one is filled.
        const BoxPair& ahead = pairs[std::min(begin + (i + 1) * BoxBlock::kPairs + lane, pairs.size() - 1)];
        __builtin_prefetch(&boxes[ahead.a]);
        __builtin_prefetch(&boxes[ahead.b]);
      }
      putAll(of_a, blocks[i].rows);
      putAll(of_b, blocks[i].rows + kNumbersOf<FloatBox>);
    }
    testBlocks(kernel, blocks.data(), count, out.data() + begin, counts);
  }
  return counts;
}

}  // namespace sepax
