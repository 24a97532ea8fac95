#include "collide/convex/sat_kernel_lanes.h"

namespace sepax {

const SatKernel& portableSatKernel() {
  static constexpr SatKernel kKernel{normalizeRows, crossRows,     projectRows, supportRows, nearEndsOf<>,
                                     sidesOf,       transposeBits, farthestOf,  "portable"};
  return kKernel;
}

}  // namespace sepax
