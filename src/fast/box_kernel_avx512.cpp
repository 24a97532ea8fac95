#include "fast/box_kernel_avx512.h"

#include "fast/box_kernel_lanes.h"

// Compiled for AVX-512 (F, VL, BW, DQ) and fused multiply-add (src/CMakeLists.txt).

namespace sepax {

const BoxKernel kAvx512BoxKernel{testInFloat<64>, testInDouble<64>, "AVX-512"};

}  // namespace sepax
