#pragma once

#include <ccd/ccd.h>

#include "collide/pair/pair.h"

namespace sepax::bench {

/// libccd for two PosedShapes, given their support function.
inline ccd_t ccdSettings(ccd_support_fn support) {
  ccd_t ccd;
  CCD_INIT(&ccd);
  ccd.support1 = ccd.support2 = support;
  ccd.center1 = ccd.center2 = [](const void* object, ccd_vec3_t* out) {
    const Vec3& p = static_cast<const PosedShape*>(object)->pose.position;
    ccdVec3Set(out, p.x, p.y, p.z);
  };
  ccd.max_iterations = 500;
  ccd.mpr_tolerance = ccd.epa_tolerance = 1e-6;
  return ccd;
}

}  // namespace sepax::bench
