#include "collide/convex/sat_kernel_lanes.h"

// Compiled for AVX2 and fused multiply-add, but contracting nothing (src/CMakeLists.txt).

namespace sepax {

const SatKernel kAvx2SatKernel{normalizeRows, crossRows,     projectRows, supportRows, nearEndsOf<>,
                               sidesOf,       transposeBits, farthestOf,  "AVX2"};

}  // namespace sepax
