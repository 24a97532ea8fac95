#include "geom/cloud_pass_lanes.h"

namespace sepax {

const CloudPass& portableCloudPass() {
  static constexpr CloudPass kPass{boundsOfPoints, endsOfPoints, placesBeyond, momentsOfPoints};
  return kPass;
}

}  // namespace sepax
