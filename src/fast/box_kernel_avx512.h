#pragma once

#include "fast/box_kernel.h"

namespace sepax {

/// For processors that have AVX-512 F, VL, BW and DQ alone.
extern const BoxKernel kAvx512BoxKernel;

}  // namespace sepax
