#pragma once

#include <cstddef>
#include <cstdint>

namespace sepax {

/// Eight pairs of oriented boxes, number by number. Plain arrays: what is compiled for newer processors must not share inline functions
/// with the rest.
struct alignas(32) BoxBlock {
  static constexpr std::size_t kPairs = 8;
  struct Side {
    float centre[3][kPairs], half_extents[3][kPairs];
    float rotation[4][kPairs];  ///< quaternion x, y, z, w; of any length but zero
  };
  Side a, b;
};

/// What a kernel says of a pair.
enum class Overlap : std::uint8_t {
  kApart,
  kOverlapping,
  kUndecided,  ///< the largest separation is within rounding of zero
};

/// Tests blocks, one answer a pair.
struct BoxKernel {
  void (*in_float)(const BoxBlock* blocks, std::size_t count, Overlap* out);
  /// Anew where `out` is undecided, and pairs near those.
  void (*in_double)(const BoxBlock& block, Overlap* out);
  const char* name;  ///< of the instructions it is compiled for
};

/// The fastest that this processor runs. The same source for all (fast/box_kernel_lanes.h).
[[nodiscard]] const BoxKernel& boxKernel();

/// What runs everywhere.
[[nodiscard]] const BoxKernel& portableBoxKernel();

}  // namespace sepax
