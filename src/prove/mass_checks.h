#pragma once

#include "geom/shape.h"

#include <cstdint>

namespace sepax {

/// Largest errors of volumes and inertia tensors against another method, as parts of the value.
struct MassCounts {
  std::uint64_t asked = 0;
  double volume = 0, inertia = 0;
};

/// The most that the other method, a sum over some thousand rays, may be off.
inline constexpr double kMassByRays = 0.03;

/// Sets the mass properties of a convex shape against a sum over rays from its centre of mass: how far it reaches in
/// each direction, in a space in which it is about as long in all. Flat and unbounded shapes and others are left out.
void checkMass(const PosedShape& posed, MassCounts& counts);

void merge(const MassCounts& from, MassCounts& into);

}  // namespace sepax
