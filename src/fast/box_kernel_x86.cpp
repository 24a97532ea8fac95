#include "fast/box_kernel_avx2.h"

namespace sepax {

const BoxKernel& boxKernel() {
  static const bool kHasAvx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  return kHasAvx2 ? kAvx2BoxKernel : portableBoxKernel();
}

}  // namespace sepax
