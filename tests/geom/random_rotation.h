#pragma once

#include "geom/types.h"

#include <random>

namespace sepax::test {

/// Every rotation as likely as any other.
inline Mat3 randomRotation(std::mt19937_64& random) {
  std::normal_distribution<double> normal;
  const double x = normal(random), y = normal(random), z = normal(random), w = normal(random);
  return matrixOf(normalized(Quat{x, y, z, w}));
}

}  // namespace sepax::test
