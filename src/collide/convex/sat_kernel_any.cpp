#include "collide/convex/sat_kernel.h"

namespace sepax {

const SatKernel& satKernel() { return portableSatKernel(); }

}  // namespace sepax
