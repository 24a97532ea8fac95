#pragma once

#include "collide/pieces/piece_search.h"
#include "geom/solid_union.h"

#include <optional>
#include <vector>

namespace sepax {

/// Two solid shapes of which one at least is a compound, all pieces polytopes, as the unions of their pieces: the
/// translations of B for which two pieces meet, each behind the planes that separate them. Metres.
class SpatialUnion {
 public:
  /// None for meshes and heightfields, for round pieces, and for too many pairs of pieces.
  [[nodiscard]] static std::optional<SpatialUnion> of(PieceSearch& search);

  /// Whether B overlaps the inside of A by more than the touching tolerance.
  [[nodiscard]] bool overlaps() const;
  /// The shortest translation of B that ends the overlap, of those shorter than `limit`; none when there is none.
  /// `complete` says whether that is proved.
  [[nodiscard]] std::optional<FreePlace3> shortestMtv(double limit, bool& complete) const;
  /// Whether a point, relative to the search's origin, lies inside a piece of a side other than this one.
  [[nodiscard]] bool isHiddenInA(const Vec3& point, int piece) const { return isHidden(a_, point, piece); }
  [[nodiscard]] bool isHiddenInB(const Vec3& point, int piece) const { return isHidden(b_, point, piece); }

 private:
  [[nodiscard]] bool isHidden(const std::vector<ConvexSolid>& side, const Vec3& point, int piece) const;

  std::vector<ConvexSolid> a_, b_;  ///< the pieces; those without volume have no planes
  std::vector<ConvexSolid> obstacles_;
  double touching_ = 0;
  double rounding_ = 0;  ///< what the coordinates resolve
};

}  // namespace sepax
