#pragma once

#include "collide/contacts/manifold.h"
#include "collide/contacts/reduction.h"
#include "geom/convex.h"

namespace sepax {

/// Most contacts of one pair: a quadrilateral in space, a stretch in the plane.
inline constexpr std::size_t kMaxContacts = 4, kMaxPlanarContacts = 2;

/// Where two touching or overlapping shapes meet on the report's deciding axis. A face (in the plane: a whole side)
/// perpendicular to the axis is the reference; the other's feature is clipped against its sides (Sutherland, Hodgman
/// 1974; Gregorius 2015), seen along the axis; what lies inside is kept and reduced to a deepest point and those that
/// with it span the largest area. Two edges that cross give one point, parallel ones the ends of their common stretch,
/// a vertex one point. Each contact lies midway between the two surfaces, measured where it is. Faces without width
/// count as edges, those without length as vertices.
///
/// When both shapes have such a feature, the reference is the one that looks towards the positive side of the world's
/// leading axis, whichever is called A: swapped shapes give the same points and mirrored ids. At least one contact; the
/// deepest has the report's separation. Features are relative to the report's origin, everything in the answer is in
/// the world. Tolerances scale with the smaller shape.
[[nodiscard]] Manifold contactManifold(const ConvexFeatures& a, const ConvexFeatures& b, const SatReport& report);

}  // namespace sepax
