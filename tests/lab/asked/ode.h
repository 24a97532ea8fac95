#pragma once

#include "answer.h"

#include <ode/ode.h>

#include <initializer_list>

/// ODE measures no distances. It looks at a mesh near a hull's bounds, which are those of when they were last asked.
inline Asked asked(dGeomID a, dGeomID b) {
  for (const dGeomID geom : {a, b}) {
    dReal bounds[6];
    dGeomGetAABB(geom, bounds);
  }
  dContactGeom contact;
  return Answer{dCollide(a, b, 1, &contact, sizeof contact) > 0, std::nullopt};
}

inline void begin() { dInitODE2(0); }
