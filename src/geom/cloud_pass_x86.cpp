#include "geom/cloud_pass.h"

#include "core/cpu_x86.h"

namespace sepax {

std::span<const CloudPass* const> cloudPasses() {
  static const CloudPass* const kAll[] = {&kAvx512CloudPass, &kAvx2CloudPass, &portableCloudPass()};
  static const std::size_t kFirst = firstKernel();
  return std::span(kAll).subspan(kFirst);
}

}  // namespace sepax
