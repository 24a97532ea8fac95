#pragma once

// Shapes as ODE's geoms. What is round lies along z there: (x, y, z) of ours is (z, x, y).
#include <ode/ode.h>

#include "../template/sepax_juror.h"

namespace sepax_juror {

inline dReal real(double v) { return static_cast<dReal>(v); }

inline bool isAlongZ(const Body& body) { return body.type == "capsule" || body.type == "cylinder"; }

/// The rotation of a geom in its body's, by the rows of `rotation`.
inline void setRotation(dMatrix3& out, const Body& body, const std::array<Vec3, 3>& rotation) {
  for (std::size_t r = 0; r < 3; ++r) {
    for (std::size_t c = 0; c < 3; ++c) out[4 * r + (isAlongZ(body) ? (c + 1) % 3 : c)] = real(rotation[r][c]);
  }
}

/// A geom at the origin.
inline dGeomID geomOf(const Body& body, dSpaceID space) {
  if (body.type == "sphere") return dCreateSphere(space, real(body.radius));
  if (body.type == "box")
    return dCreateBox(space, real(2 * body.half_extents[0]), real(2 * body.half_extents[1]),
                      real(2 * body.half_extents[2]));
  if (body.type == "capsule") return dCreateCapsule(space, real(body.radius), real(2 * body.half_length));
  if (body.type == "cylinder") return dCreateCylinder(space, real(body.radius), real(2 * body.half_length));
  throw Unsupported(body.type);
}

}  // namespace sepax_juror
