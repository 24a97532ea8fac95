#include "collide/convex/sat_kernel.h"

#include "core/cpu_x86.h"

namespace sepax {

const SatKernel& satKernel() {
  static const bool kHasAvx2 = x86Instructions().avx2;
  return kHasAvx2 ? kAvx2SatKernel : portableSatKernel();
}

}  // namespace sepax
