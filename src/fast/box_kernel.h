#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace sepax {

/// Sixteen pairs of boxes, number by number: those of A, those of B. Plain arrays: what is compiled for newer
/// processors must not share inline functions with the rest.
template <std::size_t kNumbers>
struct alignas(64) PairBlock {
  static constexpr std::size_t kPairs = 16, kRows = 2 * kNumbers;
  float rows[kRows][kPairs];
  // A block is written before it is read: a list of them need not be cleared.
  PairBlock() {}  // NOLINT(modernize-use-equals-default)
};
/// Centre, half extents, quaternion x, y, z, w; of any length but zero.
using BoxBlock = PairBlock<10>;
/// In the plane: centre, half extents, cosine and sine of the angle; times any number but zero.
using FlatBoxBlock = PairBlock<6>;

/// A kernel's verdict on a pair.
enum class Overlap : std::uint8_t {
  kApart,
  kOverlapping,
  kUndecided,  ///< the largest separation is within rounding of zero
};

/// Pairs that a kernel leaves to the next, in the rows of a block, and whose they are.
template <class Block>
struct alignas(64) PairQueue {
  static constexpr std::size_t kMaxPairs = 256;
  float rows[Block::kRows]
            [kMaxPairs + 16];  ///< a kernel may write sixteen numbers at a time, and the last of them are of no use
  float places[kMaxPairs + 16];
  std::size_t count;
};
using BoxQueue = PairQueue<BoxBlock>;
using FlatBoxQueue = PairQueue<FlatBoxBlock>;

/// Separations of sixteen pairs, axis by axis.
struct alignas(64) BoxGaps {
  static constexpr int kAxes = 15;
  /// Metres, negative where the projections overlap. Faces of A, faces of B, then edge i of A with edge j of B at 6 + 3
  /// i + j, −infinity where those are parallel (kParallelEdges).
  float gaps[kAxes][BoxBlock::kPairs];
  std::int32_t deciding[BoxBlock::kPairs];  ///< the first axis whose separation is within rounding of the largest
};
/// Sine of the angle between two edges below which floats would magnify their rounding too much.
inline constexpr float kMinSineInFloat = 0.02f;

struct BoxKernel {
  /// Fills a block from the numbers of sixteen boxes A and as many boxes B.
  void (*gather)(const float* const* boxes, BoxBlock& out);
  void (*gather_flat)(const float* const* boxes, FlatBoxBlock& out);
  /// Tests the first `pairs` pairs of blocks, at most BoxQueue::kMaxPairs, one answer a pair; `out` has room for whole
  /// blocks. Pairs that stay undecided are queued.
  void (*test_in_float)(const BoxBlock* blocks, std::size_t pairs, Overlap* out, BoxQueue& undecided);
  /// Tests the pairs of a queue again; `out` has sixteen more places.
  void (*test_in_double)(const BoxQueue& pairs, Overlap* out);
  /// Test pairs in the plane.
  void (*test_flat_in_float)(const FlatBoxBlock* blocks, std::size_t pairs, Overlap* out, FlatBoxQueue& undecided);
  void (*test_flat_in_double)(const FlatBoxQueue& pairs, Overlap* out);
  /// All separations in space instead, in floats. Queued are pairs with edges that floats cannot measure.
  void (*measure_in_float)(const BoxBlock* blocks, std::size_t pairs, BoxGaps* out, BoxQueue& imprecise);
  void (*measure_in_double)(const BoxQueue& pairs, BoxGaps* out);
  /// One pair, in double: each box is its centre, three unit axes and half extents, fifteen numbers.
  Overlap (*test_one)(const double* a, const double* b);
  const char* name;  ///< of the instructions it is compiled for
};

/// The kernels that this processor runs, the fastest first. All are compiled from one source (fast/box_kernel_lanes.h).
[[nodiscard]] std::span<const BoxKernel* const> boxKernels();
[[nodiscard]] inline const BoxKernel& boxKernel() { return *boxKernels().front(); }

/// The kernel that runs on every processor.
[[nodiscard]] const BoxKernel& portableBoxKernel();
/// On x86, for processors that have AVX2 and FMA, or AVX-512 (F, VL, BW, DQ) besides.
extern const BoxKernel kAvx2BoxKernel, kAvx512BoxKernel;

}  // namespace sepax
