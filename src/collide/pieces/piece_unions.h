#pragma once

#include "collide/pieces/piece_search.h"
#include "geom/solid_union.h"
#include "geom/union_boundary.h"

#include <optional>
#include <vector>

namespace sepax {

/// The planar pieces of one side as regions, measured from A's centre, and the bridges over their cuts.
struct PlanarSide {
  std::vector<ConvexRegion> regions;  ///< the pieces', then the bridges
  std::size_t pieces = 0;
  std::vector<bool> is_thin;  ///< each piece: about as thin as the touching tolerance, it fits into a cut
  bool thin = false;          ///< some piece is
  /// The pieces that touch each piece, thin ones or a thin one; where both sides have such.
  std::vector<std::vector<std::size_t>> joined;
};

/// Two planar shapes of which one at least is concave, as the unions of their pieces: what a cut between pieces never
/// is the end of. Metres.
class PlanarUnion {
 public:
  /// None for pieces without an outline of sides and arcs (ellipses), and for too many pairs of pieces.
  [[nodiscard]] static std::optional<PlanarUnion> of(PieceSearch& search);

  [[nodiscard]] const PlanarSide& sideA() const { return a_; }
  [[nodiscard]] const PlanarSide& sideB() const { return b_; }
  /// The rounding of the coordinates, metres.
  [[nodiscard]] double rounding() const { return rounding_; }
  /// Whether B overlaps the inside of A by more than the touching tolerance.
  [[nodiscard]] bool overlaps() const;
  /// The shortest translation of B that ends the overlap, and the normal of the boundary there: of all places for B's
  /// origin in which the unions do not overlap the nearest one. Expects that they overlap by at least `depth`. None
  /// where too many pairs of pieces are near each other.
  [[nodiscard]] std::optional<FreePlace> shortestMtv(double depth) const;

 private:
  /// Translations of B for which a piece or bridge of A meets one of B.
  struct Obstacles {
    std::vector<ConvexRegion> regions;
    std::size_t bounding = 0;
    bool complete = true;  ///< not all are there where there are too many
  };
  [[nodiscard]] Obstacles obstaclesWithin(double radius) const;
  /// Bridges over the joints where lines cross each other, `of_pair` the places of all pairs of pieces among obstacles.
  void addJoints(const std::vector<std::size_t>& of_pair, std::vector<ConvexRegion>& obstacles) const;

  PlanarSide a_, b_;
  double touching_ = 0;
  double rounding_ = 0;
};

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
  /// Whether two pieces may touch after B moved by `shift`; false where their planes prove that they do not.
  [[nodiscard]] bool mayTouchAt(int piece_a, int piece_b, const Vec3& shift) const;
  /// Whether a point, relative to the search's origin, lies inside a piece of a side other than this one.
  [[nodiscard]] bool isHiddenInA(const Vec3& point, int piece) const { return isHidden(a_, point, piece); }
  [[nodiscard]] bool isHiddenInB(const Vec3& point, int piece) const { return isHidden(b_, point, piece); }

 private:
  /// The nearest place in none of the obstacles, or of the grown ones where there are any.
  [[nodiscard]] std::optional<FreePlace3> nearestPlace(double limit, bool& complete) const;
  [[nodiscard]] bool isHidden(const std::vector<ConvexSolid>& side, const Vec3& point, int piece) const;

  std::vector<ConvexSolid> a_, b_;              ///< the pieces; those without volume have no planes
  std::vector<ConvexSolid> obstacles_, grown_;  ///< grown ones where cuts need a cover
  std::vector<int> of_pair_;  ///< the obstacle of each pair of pieces, A's by A's; −1 where both are flat
  bool covers_cuts_ = false;  ///< points and thin bodies are in no piece on a cut between two
  double touching_ = 0;
  double size_ = 0;      ///< the pair's
  double rounding_ = 0;  ///< what the coordinates resolve
};

/// Whether a thin body goes through a surface, B moved by `shift`, where triangles of it join: there it overlaps none
/// of them. False of two surfaces, in the plane, and where too many triangles touch the body to tell.
[[nodiscard]] bool isPierced(PieceSearch& search, const Vec3& shift);

}  // namespace sepax
