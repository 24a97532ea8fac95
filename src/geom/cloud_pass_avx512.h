#pragma once

#include "geom/cloud_pass.h"

namespace sepax {

/// For processors that have AVX-512 (F, VL, BW, DQ) and FMA alone.
extern const CloudPass kAvx512CloudPass;

}  // namespace sepax
