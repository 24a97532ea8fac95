#include "fast/sat_kernel_avx2.h"

namespace sepax {

const SatKernel& satKernel() {
  static const bool kHasAvx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  return kHasAvx2 ? kAvx2SatKernel : portableSatKernel();
}

}  // namespace sepax
