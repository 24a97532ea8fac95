#include "fast/box_kernel_avx2.h"
#include "fast/box_kernel_avx512.h"

namespace sepax {

std::span<const BoxKernel* const> boxKernels() {
  static const BoxKernel* const kAll[] = {&kAvx512BoxKernel, &kAvx2BoxKernel, &portableBoxKernel()};
  static const std::size_t kFirst = [] {
    const bool has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    const bool has_avx512 = has_avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
                            __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq");
    return has_avx512 ? 0 : has_avx2 ? 1 : 2;
  }();
  return std::span(kAll).subspan(kFirst);
}

}  // namespace sepax
