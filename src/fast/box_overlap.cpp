#include "fast/box_overlap.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace sepax {

namespace {

constexpr std::size_t kNumbers = 10;  ///< of a box
static_assert(sizeof(FloatBox) == kNumbers * sizeof(float) && sizeof(BoxBlock::Side) == kNumbers * BoxBlock::kPairs * sizeof(float),
              "the numbers of a box are the rows of a block, in the same order");

void put(const FloatBox& box, std::size_t lane, BoxBlock::Side& side) {
  std::array<float, kNumbers> numbers;
  std::memcpy(numbers.data(), &box, sizeof box);
  for (std::size_t row = 0; row < kNumbers; ++row)
    std::memcpy(reinterpret_cast<char*>(&side) + (row * BoxBlock::kPairs + lane) * sizeof(float), &numbers[row], sizeof(float));
}

typedef float Four __attribute__((vector_size(16)));

Four load(const FloatBox& box, std::size_t number) {
  Four out;
  std::memcpy(&out, reinterpret_cast<const char*>(&box) + number * sizeof(float), sizeof out);
  return out;
}

/// Puts eight boxes into the lanes of a side: four by four numbers are transposed at a time.
void putAll(const std::array<const FloatBox*, BoxBlock::kPairs>& boxes, BoxBlock::Side& side) {
  for (std::size_t lane = 0; lane < BoxBlock::kPairs; lane += 4) {
    for (const std::size_t number : {std::size_t{0}, std::size_t{4}, kNumbers - 4}) {  // the last four overlap the ones before
      const Four a = load(*boxes[lane], number), b = load(*boxes[lane + 1], number), c = load(*boxes[lane + 2], number),
                 d = load(*boxes[lane + 3], number);
      const Four ab_low = __builtin_shufflevector(a, b, 0, 4, 1, 5), ab_high = __builtin_shufflevector(a, b, 2, 6, 3, 7);
      const Four cd_low = __builtin_shufflevector(c, d, 0, 4, 1, 5), cd_high = __builtin_shufflevector(c, d, 2, 6, 3, 7);
      const Four rows[4] = {__builtin_shufflevector(ab_low, cd_low, 0, 1, 4, 5), __builtin_shufflevector(ab_low, cd_low, 2, 3, 6, 7),
                            __builtin_shufflevector(ab_high, cd_high, 0, 1, 4, 5), __builtin_shufflevector(ab_high, cd_high, 2, 3, 6, 7)};
      for (std::size_t i = 0; i < 4; ++i)
        std::memcpy(reinterpret_cast<char*>(&side) + ((number + i) * BoxBlock::kPairs + lane) * sizeof(float), &rows[i], sizeof rows[i]);
    }
  }
}

/// Whether a face of either box separates them, in double: what pairs that nothing else decides go by.
bool facesSeparate(const BoxBlock& block, std::size_t lane) {
  const auto vectorOf = [&](const float(&rows)[3][BoxBlock::kPairs]) { return Vec3{rows[0][lane], rows[1][lane], rows[2][lane]}; };
  const auto axesOf = [&](const float(&rows)[4][BoxBlock::kPairs]) {
    return matrixOf(normalized(Quat{rows[0][lane], rows[1][lane], rows[2][lane], rows[3][lane]}));
  };
  const Mat3 axes_a = axesOf(block.a.rotation), axes_b = axesOf(block.b.rotation);
  const Vec3 half_a = vectorOf(block.a.half_extents), half_b = vectorOf(block.b.half_extents);
  const Vec3 way = vectorOf(block.b.centre) - vectorOf(block.a.centre);
  for (const Mat3* axes : {&axes_a, &axes_b}) {
    for (int i = 0; i < 3; ++i) {
      const Vec3& axis = (*axes)[i];
      double radii = 0;
      for (int j = 0; j < 3; ++j) radii += half_a[j] * std::abs(dot(axes_a[j], axis)) + half_b[j] * std::abs(dot(axes_b[j], axis));
      if (std::abs(dot(way, axis)) > radii) return true;
    }
  }
  return false;
}

/// One byte a pair, 1 where they overlap.
void testBlocks(const BoxKernel& kernel, std::span<const BoxBlock> blocks, std::size_t pairs, std::uint8_t* out, OverlapCounts& counts) {
  // A part at a time: its answers are still at hand when they are looked through.
  constexpr std::size_t kPart = 64;
  std::array<Overlap, kPart * BoxBlock::kPairs> found;
  for (std::size_t begin = 0; begin < blocks.size(); begin += kPart) {
    const std::size_t part = std::min(kPart, blocks.size() - begin);
    kernel.in_float(blocks.data() + begin, part, found.data());
    for (std::size_t i = 0; i < part; ++i) {
      Overlap* const of_block = found.data() + i * BoxBlock::kPairs;
      const std::size_t used = std::min(BoxBlock::kPairs, pairs - (begin + i) * BoxBlock::kPairs);
      if (const auto undecided = static_cast<std::size_t>(std::count(of_block, of_block + used, Overlap::kUndecided)); undecided > 0) {
        counts.by_doubles += undecided;
        kernel.in_double(blocks[begin + i], of_block);
        for (std::size_t lane = 0; lane < used; ++lane) {
          if (of_block[lane] != Overlap::kUndecided) continue;
          ++counts.by_sign_alone;
          of_block[lane] = facesSeparate(blocks[begin + i], lane) ? Overlap::kApart : Overlap::kOverlapping;
        }
      }
    }
    static_assert(static_cast<int>(Overlap::kApart) == 0 && static_cast<int>(Overlap::kOverlapping) == 1);
    std::memcpy(out + begin * BoxBlock::kPairs, found.data(), std::min(part * BoxBlock::kPairs, pairs - begin * BoxBlock::kPairs));
  }
}

}  // namespace

void BoxOverlaps::clear() {
  blocks_.clear();
  count_ = 0;
}

void BoxOverlaps::add(const FloatBox& a, const FloatBox& b) {
  const std::size_t lane = count_ % BoxBlock::kPairs;
  if (lane == 0) blocks_.emplace_back();
  // Lanes that no pair has come to yet hold the last one.
  for (std::size_t i = lane; i < BoxBlock::kPairs; ++i) {
    put(a, i, blocks_.back().a);
    put(b, i, blocks_.back().b);
  }
  ++count_;
}

OverlapCounts BoxOverlaps::test(std::span<std::uint8_t> out, const BoxKernel& kernel) const {
  OverlapCounts counts;
  testBlocks(kernel, blocks_, count_, out.data(), counts);
  return counts;
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
      }
      putAll(of_a, blocks[i].a);
      putAll(of_b, blocks[i].b);
    }
    testBlocks(kernel, {blocks.data(), used}, count, out.data() + begin, counts);
  }
  return counts;
}

}  // namespace sepax
