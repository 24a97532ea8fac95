#include "fast/box_kernel_lanes.h"

namespace sepax {

const BoxKernel& portableBoxKernel() {
  static constexpr BoxKernel kKernel{testInFloat<16>, testInDouble<16>, "portable"};
  return kKernel;
}

}  // namespace sepax
