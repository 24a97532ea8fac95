#pragma once

#include "geom/portable_math.h"
#include "geom/types.h"

#include <cmath>
#include <cstdint>

namespace sepax {

/// SplitMix64 (Steele, Lea, Flood 2014): the same seed gives the same numbers on every platform.
struct SplitMix64 {
  std::uint64_t state = 0;

  std::uint64_t next() {
    std::uint64_t z = state += 0x9E3779B97F4A7C15ull;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
  }
  double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }  ///< 0 … 1, 1 excluded
  double in(double a, double b) { return a + (b - a) * unit(); }
  /// Uniform in the cube of half length s.
  Vec3 point(double s) {
    const double x = in(-s, s), y = in(-s, s), z = in(-s, s);
    return {x, y, z};
  }
  /// Unit, uniform on the sphere.
  Vec3 direction() {
    const double z = in(-1, 1), phi = 2 * M_PI * unit(), r = std::sqrt(1 - z * z);
    return {r * portable::cos(phi), r * portable::sin(phi), z};
  }
  /// Uniform (Shoemake 1992).
  Quat rotation() {
    const double a = unit(), b = 2 * M_PI * unit(), c = 2 * M_PI * unit();
    return {std::sqrt(1 - a) * portable::sin(b), std::sqrt(1 - a) * portable::cos(b), std::sqrt(a) * portable::sin(c),
            std::sqrt(a) * portable::cos(c)};
  }
};

}  // namespace sepax
