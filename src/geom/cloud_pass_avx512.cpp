#include "geom/cloud_pass_lanes.h"

// Compiled for AVX-512 (F, VL, BW, DQ) and fused multiply-add (src/CMakeLists.txt).

namespace sepax {

const CloudPass kAvx512CloudPass{boundsOfPoints, endsOfPoints, placesBeyond, momentsOfPoints};

}  // namespace sepax
