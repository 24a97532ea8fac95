#pragma once

#include "collide/convex/sat_kernel.h"

namespace sepax {

/// For processors that have AVX2 and FMA alone.
extern const SatKernel kAvx2SatKernel;

}  // namespace sepax
