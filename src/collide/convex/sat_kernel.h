#pragma once

#include <cstddef>
#include <cstdint>

namespace sepax {

/// Vectors side by side, coordinate by coordinate; always a multiple of SatKernel::kLanesOf them, of which the last may
/// be of no use.
template <class Number>
struct RowsOf {
  Number *x, *y, *z;
};
using VectorRows = RowsOf<double>;
using ConstVectorRows = RowsOf<const double>;

/// The arithmetic of a separating-axis report (collide/sat), several directions at a time. Each number that gets into
/// it comes of the same operations in the same order as there, and nothing is fused but what is there: the same bits on
/// every processor.
struct SatKernel {
  template <class Number>
  static constexpr std::size_t kLanesOf = 32 / sizeof(Number);  ///< at most
  static constexpr std::size_t kMaxCorners = 64, kMaxFaces = 2 * kMaxCorners, kMaxEdges = 3 * kMaxCorners;

  /// A bit for each edge of a shape.
  struct EdgeBits {
    static constexpr std::size_t kWords = kMaxEdges / 64;
    std::uint64_t words[kWords];
  };
  /// Which vectors point to either side of a plane.
  struct Sides {
    EdgeBits above, below;
  };

  /// Makes vectors unit. Their lengths must be moderate (normalizedOr in geom/types.cpp).
  void (*normalize)(const VectorRows& rows, std::size_t count);

  /// Unit cross products (crossAccurate), normalised twice, and their lengths before. A product of zero length has no
  /// direction.
  void (*cross)(const VectorRows& a, const VectorRows& b, std::size_t count, const VectorRows& out, double* lengths);

  /// The projection intervals of a shape on directions. `corners`: x, y, z of each, at most kMaxCorners.
  void (*project)(const double* corners, std::size_t corner_count, const VectorRows& directions, std::size_t count,
                  double* low, double* high);

  /// The projection intervals, and which corners are within `slack` of the ends: bit i for corner i.
  void (*support)(const double* corners, std::size_t corner_count, const VectorRows& directions, std::size_t count,
                  double slack, double* low, double* high, std::uint64_t* at_low, std::uint64_t* at_high);

  /// The corners of a shape that may be at the ends of its projections on directions: all within `slack` of the ends as
  /// floats have them, bit i for corner i.
  void (*near_ends)(const RowsOf<const float>& corners, std::size_t corner_count, const ConstVectorRows& directions,
                    std::size_t count, float slack, std::uint64_t* at_low, std::uint64_t* at_high);

  /// To which side of the plane across a unit direction unit vectors point, by more than `slack`. `rough` are the same
  /// vectors.
  void (*sides)(const double* direction, const RowsOf<const float>& rough, const ConstVectorRows& vectors,
                std::size_t count, double slack, Sides& out);

  /// Turns bit j of word i into bit i of word j, of the first `size` words and bits, a power of two.
  void (*transpose)(std::uint64_t* words, std::size_t size);

  /// The first of the vectors that are farthest along `direction`.
  std::size_t (*farthest)(const ConstVectorRows& vectors, std::size_t count, const double* direction);

  const char* name;  ///< of the instructions it is compiled for
};

/// The fastest kernel that this processor runs. All are compiled from one source (collide/convex/sat_kernel_lanes.h).
[[nodiscard]] const SatKernel& satKernel();

/// The kernel that runs on every processor.
[[nodiscard]] const SatKernel& portableSatKernel();
/// On x86, for processors that have AVX2 and FMA.
extern const SatKernel kAvx2SatKernel;

}  // namespace sepax
