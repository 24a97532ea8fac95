#include "fast/box_kernel.h"

namespace sepax {

std::span<const BoxKernel* const> boxKernels() {
  static const BoxKernel* const kAll[] = {&portableBoxKernel()};
  return kAll;
}

}  // namespace sepax
