#pragma once

#include "collide/pair/pair_algorithm.h"
#include "collide/pieces/piece_search.h"

#include <vector>

namespace sepax {

/// A translation of B that ends the overlap of all pieces.
struct TriedMtv {
  MtvKind kind = MtvKind::kHulls;
  Vec3 mtv{0.0};
};

/// Moves B along each direction to its first free position: the pieces that overlap there say by their axes how far it
/// is at least to be free of them, and so do those that are met then. The shortest of these translations, each of them
/// tried to its end. Where a position is free of contact but inside a closed mesh, and where the search takes too long,
/// B goes to the last contact of any pieces. `directions` are unit; the first is the deciding pieces' own, along which
/// they need `depth`.
[[nodiscard]] TriedMtv shortestMtv(PieceSearch& search, const PosedShape& a, const PosedShape& b,
                                   const PairFrame& hulls, const std::vector<Vec3>& directions, double depth);

/// The clearance that an axis gives every position of B: how far B must move along it, or against it, to be clear of A.
struct Clearance {
  Vec3 direction;  ///< unit
  double along, against;
};
/// The clearances of two polytopes on their fixed axes, metres.
[[nodiscard]] std::vector<Clearance> clearancesOf(const ConvexFeatures& a, const ConvexFeatures& b);

/// How far along `direction` B must go until the hulls are surely apart, metres.
[[nodiscard]] double clearOf(const PairFrame& hulls, const Vec3& direction);

/// Whether a flat convex shape, B moved by `shift` or A, has its middle inside of a compound: between cuts it overlaps
/// no piece.
[[nodiscard]] bool isPointInside(PieceSearch& search, const PosedShape& a, const PosedShape& b, const Vec3& shift);

/// Whether B, moved by `shift`, lies in the inside of A or A in B's, by more than the touching tolerance. Expects
/// surfaces that do not overlap there: each connected part is then in or out as a whole.
[[nodiscard]] Containment containment(const PieceSearch& search, const PosedShape& a, const PosedShape& b,
                                      const Vec3& shift);

}  // namespace sepax
