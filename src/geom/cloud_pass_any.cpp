#include "geom/cloud_pass.h"

namespace sepax {

std::span<const CloudPass* const> cloudPasses() {
  static const CloudPass* const kAll[] = {&portableCloudPass()};
  return kAll;
}

}  // namespace sepax
