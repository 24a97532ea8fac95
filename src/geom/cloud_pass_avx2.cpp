#include "geom/cloud_pass_lanes.h"

// Compiled for AVX2 and fused multiply-add (src/CMakeLists.txt).

namespace sepax {

const CloudPass kAvx2CloudPass{boundsOfPoints, endsOfPoints, placesBeyond, momentsOfPoints};

}  // namespace sepax
