#pragma once

#include "collide/contacts/manifold.h"
#include "collide/pair/gjk_report.h"
#include "collide/sat/sat_report.h"
#include "core/error.h"
#include "geom/box_tree.h"
#include "geom/shape.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
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

/// How the whole shape numbers the features of one piece. Empty of a shape that is its own piece.
struct PieceNumbers {
  std::vector<int> vertices, edges;  ///< of a polygon, mesh or chain; an edge of −1 is a cut
  int face = -1;                     ///< the triangle of a mesh
  std::string child;                 ///< of a compound, whose children number their own features
};

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
  PieceNumbers numbers_a, numbers_b;  ///< of these pieces

  /// The name of a piece: a child's id, else its number.
  [[nodiscard]] std::string nameOfA(int piece) const { return pieceName(children_a, piece); }
  [[nodiscard]] std::string nameOfB(int piece) const { return pieceName(children_b, piece); }

  [[nodiscard]] std::int64_t pairs() const { return static_cast<std::int64_t>(count_a) * count_b; }
};

/// The answer that every algorithm gives. World space, metres; `normal` unit, from A to B.
struct PairAnswer {
  Verdict verdict = Verdict::kSeparated;
  double separation =
      0;                ///< SAT: largest signed gap over the axes; GJK: distance, or minus EPA's depth. Positive apart
  double distance = 0;  ///< Euclidean, 0 when not apart
  double error = 0;     ///< how far the separation and the witness points may be off: as GJK and EPA know it, by poses
                        ///< rounded to float, or by a hull's points that lie almost in a plane; else 0
  Vec3 normal{1, 0, 0};
  Vec3 mtv{0.0};        ///< translation of B that ends the overlap, else zero
  Vec3 closest_a{0.0};  ///< witness points: closest when apart, deepest along the normal when overlapping
  Vec3 closest_b{0.0};
  bool has_points = true;  ///< false where only gaps along axes are measured: apart, the distance is unknown, too
  /// Two half-spaces that do not face each other: no translation ends their overlap. Separation and mtv are 0 then and
  /// mean nothing.
  bool endless = false;
  /// The deepest first; at most 4 in space, 2 in the plane. Empty when apart and for algorithms without a manifold.
  Kept<Contact> contacts;
};

/// The meaning of an algorithm's separation, normal and mtv.
enum class SeparationKind {
  kAxisGap,           ///< the largest gap over the reference's axes; when overlapping it is minus the depth
  kGapAndDepth,       ///< apart the distance, or a gap over other axes that is no larger, else minus the depth
  kGapAndUpperBound,  ///< as above, but the depth may be too large
  kGapAlone,          ///< of shapes that overlap nothing: that they do is all that is known
};

/// One pair, one algorithm: the common answer and the algorithm's own trace (more kinds of trace join the variant).
struct PairReport {
  std::string a, b;                                           ///< ids of the bodies
  std::string algorithm;                                      ///< name in the table of algorithms, with its options
  SeparationKind separation_kind = SeparationKind::kAxisGap;  ///< what its row of the table says
  PairAnswer answer;
  std::variant<std::monostate, SatReport, GjkReport> trace;
  std::optional<Manifold>
      manifold;  ///< how the contacts were found; nullopt when apart and for algorithms that make none
  /// When a side is concave: answer, contacts and trace are then of its deciding pieces.
  std::optional<PieceReport> pieces;
};

/// Whose axes or steps the trace has.
enum class Traced { kShapes, kPieces, kHulls };
[[nodiscard]] Traced tracedOf(const PairReport& report);

/// The axis of the trace that gives the answer its separation and normal. Null where there is none: the trace has no
/// axes, is about other pieces than the deciding ones, or the answer's translation is that of a union.
[[nodiscard]] const SatAxis* axisOfAnswer(const PairReport& report);

struct PairSettings {
  std::optional<double> touching_tolerance;  ///< metres; without it kTouching of the larger shape's size
};

/// Whether the report knows its separation, normal and mtv: not where shapes overlap and the algorithm measures no
/// depth, as GJK alone; nor where no translation ends the overlap.
[[nodiscard]] bool hasSeparation(const PairReport& report);

/// Whether another algorithm's depth contradicts the reference's by more than `tolerance` metres, where both know one.
[[nodiscard]] bool depthsContradict(const PairReport& reference, const PairReport& other, double tolerance);

/// Whether its separation and normal are those of the reference's axes: apart, the distance may be more.
[[nodiscard]] bool hasAxisGap(const PairReport& report);

/// How another algorithm's answer contradicts the reference's by more than `tolerance` metres and the error that GJK
/// and EPA state themselves: apart or not, the distance, and the depth where both algorithms measure it. Nullopt when
/// they agree.
[[nodiscard]] std::optional<std::string> disagreement(const PairReport& reference, const PairReport& other,
                                                      double tolerance);

/// The size that the pair's tolerances scale with, metres: the longest side of the larger shape; of a half-space and
/// another or a point, which have none, the distance of their origins.
[[nodiscard]] double pairSize(const PosedShape& a, const PosedShape& b);

/// The touching tolerance of the pair, metres: the given one, or kTouching of its size.
[[nodiscard]] double touchingTolerance(const PosedShape& a, const PosedShape& b, const PairSettings& settings);

}  // namespace sepax
