#pragma once

#include "geom/cloud_pass.h"

namespace sepax {

/// For processors that have AVX2 and FMA alone.
extern const CloudPass kAvx2CloudPass;

}  // namespace sepax
