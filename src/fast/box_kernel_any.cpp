#include "fast/box_kernel.h"

namespace sepax {

const BoxKernel& boxKernel() { return portableBoxKernel(); }

}  // namespace sepax
