#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace sepax {

/// Keeps the larger of two errors; one that is no number is infinite.
inline void raise(double& worst, double error) {
  worst = std::max(worst, std::isfinite(error) ? error : std::numeric_limits<double>::infinity());
}

}  // namespace sepax
