#pragma once

#include "collide/contacts/manifold.h"
#include "collide/pair/pair.h"

#include <string>
#include <vector>

namespace sepax {

/// How a surface bends at an edge or vertex of one of its pieces, seen from the side that is touched.
enum class Bend {
  kNone,     ///< the inside of a triangle or segment, or a shape that is no surface
  kOpen,     ///< an edge or end without a neighbour
  kFlat,     ///< the neighbours go on in the piece's plane: an internal edge
  kConvex,   ///< they bend away
  kConcave,  ///< they rise
  kMixed,    ///< at a vertex: some rise, some bend away
};
[[nodiscard]] const char* bendName(Bend bend);  ///< "none", "open", "flat", "convex", "concave", "mixed"

/// The feature with which a piece touches.
struct TouchedFeature {
  std::string name;  ///< with the whole shape's number: "A edge 22"; edge k of triangle t is 3 t + k
  Bend bend = Bend::kNone;
  /// Radians: how far the surface around the feature rises above the plane through it that the normal is perpendicular
  /// to. Zero where the normal is one of the whole surface's, as it should be; above, the contact is a ghost: only a
  /// piece that does not know its neighbours has it.
  double rise = 0;
};

/// Two pieces that touch or overlap, tested as if there were no others, as engines test a mesh triangle by triangle.
struct TouchedPieces {
  int a = 0, b = 0;       ///< indices of the pieces
  double separation = 0;  ///< of these two, metres
  Vec3 normal{0.0};       ///< unit, world, from A to B: their own axis of least overlap
  Vec3 position{0.0};     ///< world, midway between the surfaces at their deepest contact
  TouchedFeature on_a, on_b;

  /// The feature above which the surface rises more.
  [[nodiscard]] const TouchedFeature& rising() const { return on_a.rise > on_b.rise ? on_a : on_b; }
  [[nodiscard]] bool isGhost() const { return rising().rise > 0; }
};

struct TouchedSurface {
  std::vector<TouchedPieces> pairs;  ///< by index of A's piece, then of B's; where there are too many, ghosts first
  int count = 0;                     ///< of all pairs that touch
  int ghosts = 0;                    ///< how many of them are ghosts
  bool complete = true;              ///< false where more pieces are near than are looked at: there may be more
};

/// True for a mesh, a heightfield and a chain, whose pieces have neighbours.
[[nodiscard]] bool hasNeighbours(const Shape& shape);

/// The pieces of a pair of which one side has neighbours that touch or overlap, each tested alone by the reference.
/// Neighbours are pieces that come to the place where one is touched but for a hair, whether they share its corners or
/// not; a one-sided chain is touched from its front alone.
[[nodiscard]] TouchedSurface touchedPieces(const PosedShape& a, const PosedShape& b, const PairSettings& settings);
/// Puts them into the report of this pair where it has some.
void addTouchedPieces(PairReport& report, const PosedShape& a, const PosedShape& b, const PairSettings& settings);

}  // namespace sepax
