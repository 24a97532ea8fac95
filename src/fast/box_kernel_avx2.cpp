#include "fast/box_kernel_lanes.h"

// Compiled for AVX2 and fused multiply-add (src/CMakeLists.txt).

namespace sepax {

const BoxKernel kAvx2BoxKernel = KernelOf<32>::named("AVX2");

}  // namespace sepax
