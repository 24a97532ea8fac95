#pragma once

#include "collide/contacts/manifold.h"
#include "geom/convex.h"

namespace sepax {

/// Most contacts of one pair: a quadrilateral in space, a stretch in the plane.
inline constexpr std::size_t kMaxContacts = 4, kMaxPlanarContacts = 2;

/// Where two touching or overlapping shapes meet on the report's deciding axis. A face (in the plane: an edge) perpendicular to the axis is
/// the reference; the other's feature is clipped against its sides (Sutherland, Hodgman 1974; Gregorius 2015); what lies inside is kept and
/// reduced to the deepest point, the farthest from it and the two that span the largest area, as is common practice. Two edges that
/// cross give one point, parallel ones the ends of their common stretch, a vertex one point.
///
/// When both shapes have such a feature, the reference is the one that looks towards the positive side of the world's leading axis,
/// whichever is called A: swapped shapes give the same points and mirrored ids. At least one contact; the deepest has the
/// report's separation. Features are relative to the report's origin, everything in the answer is in the world.
[[nodiscard]] Manifold contactManifold(const ConvexFeatures& a, const ConvexFeatures& b, const SatReport& report);

/// Chooses the contacts from the manifold's kept points, `most` of them, and marks the others as reduced; points within `slack` metres of
/// each other are one. `normal` is the answer's.
void reduceContacts(Manifold& manifold, const Vec3& normal, double slack, std::size_t most);

/// Middle of the deepest contacts (within `slack`, metres) on each surface: the witness points of an overlap. World.
void deepestPoints(const Manifold& manifold, const Vec3& normal, double slack, Vec3& on_a, Vec3& on_b);

}  // namespace sepax
