#include "fast/box_kernel.h"

#include "core/cpu_x86.h"

namespace sepax {

std::span<const BoxKernel* const> boxKernels() {
  static const BoxKernel* const kAll[] = {&kAvx512BoxKernel, &kAvx2BoxKernel, &portableBoxKernel()};
  static const std::size_t kFirst = firstKernel();
  return std::span(kAll).subspan(kFirst);
}

}  // namespace sepax
