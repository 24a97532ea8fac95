#pragma once

#include "prove/contact_checks.h"

#include <string>

namespace sepax {

/// Errors against another method are parts of the value.
enum class MassCheck { kVolume, kInertia, kArea };
using MassCounts = std::array<QueryCount, 3>;

/// The most that the other method, a sum over some thousand rays, may be off.
inline constexpr double kMassByRays = 0.03;

/// Sets the mass properties of a shape against sums over rays towards the middle of each of its convex pieces: how far
/// it reaches in each direction, in a space in which it is about as long in all, and how far its surface is inclined
/// there. Surfaces of what has no volume, and outlines of concave polygons, are summed up side by side in long double.
/// Unbounded shapes are left out, and so are pieces so thin that rounding is all of them. `at` names the shape's pair.
void checkMass(const PosedShape& posed, const std::string& at, MassCounts& counts);

}  // namespace sepax
