#include "geom/cloud_pass_avx2.h"
#include "geom/cloud_pass_avx512.h"

namespace sepax {

std::span<const CloudPass* const> cloudPasses() {
  static const CloudPass* const kAll[] = {&kAvx512CloudPass, &kAvx2CloudPass, &portableCloudPass()};
  static const std::size_t kFirst = [] {
    const bool has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    const bool has_avx512 = has_avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
                            __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq");
    return has_avx512 ? 0 : has_avx2 ? 1 : 2;
  }();
  return std::span(kAll).subspan(kFirst);
}

}  // namespace sepax
