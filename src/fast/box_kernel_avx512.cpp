#include "fast/box_kernel_lanes.h"

// Compiled for AVX-512 (F, VL, BW, DQ) and fused multiply-add (src/CMakeLists.txt).

namespace sepax {

const BoxKernel kAvx512BoxKernel = KernelOf<64>::named("AVX-512");

}  // namespace sepax
