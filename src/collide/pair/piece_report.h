#pragma once

#include "collide/sat/sat_report.h"
#include "geom/box_tree.h"
#include "geom/shape.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sepax {

struct SurfaceCrossings;  // collide/pieces/crossings.h
struct TouchedSurface;    // collide/pieces/touched_pieces.h

/// Where the answer's mtv comes from when a concave shape overlaps. Whatever it is, it was tried: after it no two
/// pieces overlap and neither shape lies in the other. It is the shortest of those tried; a shorter one may exist.
enum class MtvKind {
  kNone,           ///< no overlap, or the algorithm measures no depth
  kDeepestPieces,  ///< the deciding pieces' own mtv ends the overlap of all
  kAlongAxis,      ///< the first free position along the deciding axis of some pieces
  kHulls,          ///< no free position was found before the last contact of all
  kUnion,          ///< the shortest of all: the nearest place on the boundary of the union of all positions in contact
};
/// "none", "deepest_pieces", "along_axis", "hulls", "union".
[[nodiscard]] const char* mtvKindName(MtvKind mtv_kind);

/// One shape wholly in the inside of the other, a closed mesh: no pieces meet and still they overlap.
enum class Containment { kNone, kAInB, kBInA };
[[nodiscard]] const char* containmentName(Containment contained);  ///< "none", "a_in_b", "b_in_a"

[[nodiscard]] inline std::string pieceName(const std::vector<std::string>& children, int piece) {
  const auto at = static_cast<std::size_t>(piece);
  return piece >= 0 && at < children.size() ? children[at] : std::to_string(piece);
}

/// How a pair with a concave side came to its answer: by the convex pieces of geom/pieces.h. Two convex pieces have a
/// signed gap: their distance when apart, else minus their depth. The pieces with the smallest one decide.
struct PieceReport {
  int count_a = 1, count_b = 1;                     ///< pieces of each shape
  std::vector<std::string> children_a, children_b;  ///< ids of a compound's children; empty for other shapes
  int a = 0, b = 0;                                 ///< the deciding pieces: index of the convex part or triangle
  std::int64_t tested =
      0;  ///< piece pairs whose gap was measured; all others have boxes that are farther apart than the nearest
  std::vector<ItemPair> nearest;  ///< the deciding pieces and the next few, by their signed gaps, metres
  bool surface_a = false;         ///< a mesh that is not closed, a heightfield or a chain: it has no inside
  bool surface_b = false;
  int behind = 0;  ///< contacts that are left out: they are on the back of a one-sided chain
  Containment contained = Containment::kNone;
  MtvKind mtv_kind = MtvKind::kNone;
  /// No shorter translation ends the overlap, metres: set where the mtv is not proved to be the shortest.
  std::optional<double> mtv_lower_bound;
  /// Where the surfaces of two overlapping meshes or heightfields cross; else null.
  std::shared_ptr<const SurfaceCrossings> crossings;
  /// Each piece that touches, tested alone: null unless asked for (addTouchedPieces).
  std::shared_ptr<const TouchedSurface> touched;
  /// The test of the two convex hulls: what it would mean to treat the shapes as convex. None when their edge pairs are
  /// too many to list.
  std::optional<SatReport> hull_report;
  /// The pieces of A and B that the report's trace is about, or −1 and −1 for the hulls.
  int traced_a = 0, traced_b = 0;
  /// These pieces in their bodies, so that no frame takes a polygon of thousands of corners apart; null for hulls.
  std::shared_ptr<const PosedShape> piece_a, piece_b;

  /// The name of a piece: a child's id, else its number.
  [[nodiscard]] std::string nameOfA(int piece) const { return pieceName(children_a, piece); }
  [[nodiscard]] std::string nameOfB(int piece) const { return pieceName(children_b, piece); }

  [[nodiscard]] std::int64_t pairs() const { return static_cast<std::int64_t>(count_a) * count_b; }
};

}  // namespace sepax
