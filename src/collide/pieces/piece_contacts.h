#pragma once

#include "collide/pair/pair.h"
#include "collide/pieces/piece_search.h"
#include "collide/pieces/piece_unions.h"

namespace sepax {

/// Two convex shapes measured along one direction alone, which points from A to B.
[[nodiscard]] SatReport reportAlong(const ConvexFeatures& a, const ConvexFeatures& b, const Vec3& origin,
                                    const SatTolerances& tolerances, const Vec3& direction);
[[nodiscard]] SatTolerances tolerancesOf(double size, double touching);

/// Whether a piece may be touched from where `outward` points, unit, world: a one-sided chain in front and along its
/// segments only.
[[nodiscard]] bool isInFront(const PosedShape& whole, int piece, const Vec3& outward);

/// A box on a floor of triangles touches more than one: the manifold takes in what other pieces touch along the same
/// normal, no deeper than the answer. Contacts behind one-sided chains are left out, and counted. Contacts inside of
/// the union of a shape's pieces are left out unless it `keeps_hidden` ones; `both` unions are null where they are not
/// known.
void addContacts(PieceSearch& search, const PosedShape& whole_a, const PosedShape& whole_b, PairReport& report,
                 const SpatialUnion* both, bool keeps_hidden);

/// Contacts and witness points of two planar shapes from the outlines of their unions, for the answer's normal and
/// mtv: sides that face each other along the normal, and where none do, what touches after B moved by the mtv. A report
/// without a manifold gets witness points alone.
void answerContacts(PieceSearch& search, const PlanarUnion& both, const PosedShape& whole_a, const PosedShape& whole_b,
                    PairReport& report);

}  // namespace sepax
