#pragma once

#include "fast/box_kernel.h"

namespace sepax {

/// For processors that have AVX2 and FMA alone.
extern const BoxKernel kAvx2BoxKernel;

}  // namespace sepax
