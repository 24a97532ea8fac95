#pragma once

#include <fcl/common/types.h>

#include "geom/types.h"

namespace sepax::bench {

inline fcl::Transform3<double> fclPose(const Pose& pose) {
  fcl::Transform3<double> out = fcl::Transform3<double>::Identity();
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 3; ++c) out.linear()(r, c) = pose.rotation[c][r];
    out.translation()[r] = pose.position[r];
  }
  return out;
}

}  // namespace sepax::bench
