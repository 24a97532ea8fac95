#include "fast/box_kernel_lanes.h"

namespace sepax {

const BoxKernel& portableBoxKernel() {
  static constexpr BoxKernel kKernel = KernelOf<16>::named("portable");
  return kKernel;
}

}  // namespace sepax
