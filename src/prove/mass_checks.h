#pragma once

#include "geom/shape.h"

#include <cstdint>

namespace sepax {

/// Largest errors against another method, as parts of the value.
struct MassCounts {
  std::uint64_t asked = 0;       ///< volumes and inertia tensors
  std::uint64_t asked_area = 0;  ///< surfaces
  double volume = 0, inertia = 0, area = 0;
};

/// The most that the other method, a sum over some thousand rays, may be off.
inline constexpr double kMassByRays = 0.03;

/// Sets the mass properties of a shape against sums over rays towards the middle of each of its convex pieces: how far
/// it reaches in each direction, in a space in which it is about as long in all, and how far its surface is inclined
/// there. Surfaces of what has no volume, and outlines of concave polygons, are summed up side by side in long double.
/// Unbounded shapes are left out, and so are pieces so thin that rounding is all of them.
void checkMass(const PosedShape& posed, MassCounts& counts);

void merge(const MassCounts& from, MassCounts& into);

}  // namespace sepax
