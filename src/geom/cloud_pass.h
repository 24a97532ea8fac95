#pragma once

#include <cstddef>
#include <span>

namespace sepax {

/// Passes over many points, x y z each: the arithmetic of geom/cloud, compiled for several sets of instructions. Plain
/// numbers: what is compiled for newer processors must not share inline functions with the rest.
struct CloudPass {
  static constexpr std::size_t kPoints = 256;  ///< at most, of one call but of `bounds`

  /// Smallest and largest coordinates, on from what `low` and `high` hold.
  void (*bounds)(const double* points, std::size_t count, double* low, double* high);

  /// Smallest and largest axis · (point − origin) along each axis (x y z), and the largest squared distance from the
  /// origin. Rounded as three products and two sums are, or less.
  void (*ends)(const double* points, std::size_t count, const double* origin, const double* axes,
               std::size_t axis_count, double* lows, double* highs, double* square);

  /// The places of the points whose squared distance from `centre` is more than `square`, and how many. Distances are
  /// rounded as in `ends`.
  std::size_t (*beyond)(const double* points, std::size_t count, const double* centre, double square, std::size_t* out);

  /// Sums of point − origin, and of the products xx yy zz xy xz yz of what is left after taking their mean away.
  void (*moments)(const double* points, std::size_t count, const double* origin, double* sums, double* products);
};

/// The passes that this processor runs, the fastest first; one source for all (geom/cloud_pass_lanes.h).
[[nodiscard]] std::span<const CloudPass* const> cloudPasses();
[[nodiscard]] inline const CloudPass& cloudPass() { return *cloudPasses().front(); }

/// The pass that runs everywhere.
[[nodiscard]] const CloudPass& portableCloudPass();
/// On x86, for processors that have AVX2 and FMA, or AVX-512 (F, VL, BW, DQ) besides.
extern const CloudPass kAvx2CloudPass, kAvx512CloudPass;

}  // namespace sepax
