#pragma once

#include <cstddef>
#include <cstdint>

namespace sepax {

/// Vectors side by side, coordinate by coordinate; always a multiple of SatKernel::kLanes of them, of which the last may be of no use.
template <class Number>
struct RowsOf {
  Number *x, *y, *z;
};
using VectorRows = RowsOf<double>;
using ConstVectorRows = RowsOf<const double>;

/// The arithmetic of a separating-axis report (collide/sat), several directions at a time. Each number comes of the same operations in the
/// same order as there, and nothing is fused but what is there: the same bits on every processor.
struct SatKernel {
  static constexpr std::size_t kLanes = 4;  ///< at most
  static constexpr std::size_t kMaxCorners = 64, kMaxFaces = 2 * kMaxCorners, kMaxEdges = 3 * kMaxCorners;

  /// Makes vectors unit. Their lengths must be moderate (normalizedOr in geom/types.cpp).
  void (*normalize)(const VectorRows& rows, std::size_t count);

  /// Unit cross products (crossAccurate), normalised twice, and their lengths before. Of no use where that is zero.
  void (*cross)(const VectorRows& a, const VectorRows& b, std::size_t count, const VectorRows& out, double* lengths);

  /// The projection intervals of a shape on directions. `corners`: x, y, z of each, at most kMaxCorners.
  void (*project)(const double* corners, std::size_t corner_count, const VectorRows& directions, std::size_t count, double* low,
                  double* high);

  /// The same, and which corners are within `slack` of the ends: bit i for corner i.
  void (*support)(const double* corners, std::size_t corner_count, const VectorRows& directions, std::size_t count, double slack,
                  double* low, double* high, std::uint64_t* at_low, std::uint64_t* at_high);

  /// On which side of the plane across `direction` vectors point: 1, −1, or 0 within `slack` of it.
  void (*sides)(const double* direction, const VectorRows& vectors, std::size_t count, double slack, std::int8_t* out);

  /// One of the vectors that are farthest along `direction`.
  std::size_t (*farthest)(const ConstVectorRows& vectors, std::size_t count, const double* direction);

  const char* name;  ///< of the instructions it is compiled for
};

/// The fastest that this processor runs. The same source for all (fast/sat_kernel_lanes.h).
[[nodiscard]] const SatKernel& satKernel();

/// What runs everywhere.
[[nodiscard]] const SatKernel& portableSatKernel();

}  // namespace sepax
