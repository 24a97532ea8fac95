#pragma once

#include "answer.h"

#include <ode/ode.h>

/// ODE measures no distances.
inline Asked asked(dGeomID a, dGeomID b) {
  dContactGeom contact;
  return Answer{dCollide(a, b, 1, &contact, sizeof contact) > 0, std::nullopt};
}

inline void begin() { dInitODE2(0); }
