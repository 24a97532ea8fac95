#pragma once

#include "collide/pair.h"
#include "geom/convex.h"

#include <vector>

namespace sepax {

/// Where two touching or overlapping shapes meet on the report's deciding axis: the incident face clipped against the side planes of the
/// reference face (Gregorius 2015), one point between crossing edges, one point for round shapes. At least one contact, never more than
/// the clipped face has corners. Features are relative to the report's origin, contacts in the world.
[[nodiscard]] std::vector<Contact> contactManifold(const ConvexFeatures& a, const ConvexFeatures& b, const SatReport& report);

/// Witness points of the deciding axis: the deepest pair when overlapping. World.
void deepestPoints(const ConvexFeatures& a, const ConvexFeatures& b, const SatReport& report, Vec3& on_a, Vec3& on_b);

}  // namespace sepax
