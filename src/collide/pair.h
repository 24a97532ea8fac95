#pragma once

#include "collide/contacts/manifold.h"
#include "collide/gjk/gjk_report.h"
#include "collide/pieces/piece_report.h"
#include "collide/sat/sat_report.h"
#include "core/error.h"
#include "geom/shape.h"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace sepax {

/// A shape where it stands.
struct PosedShape {
  Shape shape;
  Pose pose;
};

/// What every algorithm answers. World space, metres; `normal` unit, from A to B.
struct PairAnswer {
  Verdict verdict = Verdict::kSeparated;
  double separation = 0;  ///< SAT: largest signed gap over the axes; GJK: distance, or minus EPA's depth. Positive apart
  double distance = 0;    ///< Euclidean, 0 when not apart
  Vec3 normal{1, 0, 0};
  Vec3 mtv{0.0};        ///< translation of B that ends the overlap, else zero
  Vec3 closest_a{0.0};  ///< witness points: closest when apart, deepest along the normal when overlapping
  Vec3 closest_b{0.0};
  /// The deepest first; at most 4 in space, 2 in the plane. Empty when apart and for rows without a manifold.
  std::vector<Contact> contacts;
};

/// One pair, one algorithm: the common answer and the algorithm's own trace (more kinds of trace join the variant).
struct PairReport {
  std::string a, b;       ///< ids of the bodies
  std::string algorithm;  ///< row of the pair table
  PairAnswer answer;
  std::variant<std::monostate, SatReport, GjkReport> trace;
  std::optional<Manifold> manifold;   ///< how the contacts were found; nullopt when apart and for rows that make none
  std::optional<PieceReport> pieces;  ///< when a side is concave: answer, contacts and trace are then of its deciding pieces
  /// How far the tested stand-ins of cylinders and cones reach beyond the two shapes at most, together, metres. They are never smaller than
  /// the shapes: apart is apart, separation and distance may be this much too small.
  double tessellation_error = 0;
};

struct PairSettings {
  std::optional<double> touching_tolerance;  ///< metres; without it kTouching of the larger shape's size
};

/// What a row makes of concave shapes (isConvex in geom/shape.h).
enum class Concave {
  kByPieces,     ///< runs on the deciding pieces, which the reference's measure finds
  kByFewPieces,  ///< measures every piece pair itself, up to kMaxOwnPiecePairs of them
  kAsOne,        ///< takes the shape as if it were convex: that is its defect
  kRefused,
};
inline constexpr std::int64_t kMaxOwnPiecePairs = 1024;

/// A row of the pair table: an algorithm for a pair of shape kinds.
struct PairAlgorithm {
  const char* name;
  const char* summary;  ///< one line for lists and tooltips
  double tolerance;     ///< stated error of the separation or distance, of size
  PairReport (*run)(const PosedShape& a, const PosedShape& b, const PairSettings& settings);
  /// Pairs of kinds that it knows; null: every convex pair of one space.
  bool (*handles)(const Shape& a, const Shape& b) = nullptr;
  /// A published implementation with its documented defects: shown and compared, its answers prove nothing.
  bool historical = false;
  Concave concave = Concave::kByPieces;
};

/// Whether a row takes this pair of shapes.
[[nodiscard]] bool handles(const PairAlgorithm& algorithm, const Shape& a, const Shape& b);

/// All algorithms in the order of the combo box; the first is the reference.
[[nodiscard]] const std::vector<PairAlgorithm>& pairAlgorithms();

/// Runs a named algorithm. Errors: unknown name; a planar shape against a solid one; a pair of kinds that the algorithm does not take.
[[nodiscard]] Result<PairReport> testPair(const PosedShape& a, const PosedShape& b, const PairSettings& settings = {},
                                          const std::string& algorithm = "sat");

/// True when a negative separation is the depth: GJK alone finds that cores overlap, not how deep.
[[nodiscard]] bool measuresDepth(const PairReport& report);

/// How far two sound reports' answers may differ because one took cylinders and cones as they are and the other stand-ins, metres.
[[nodiscard]] double tessellationDifference(const PairReport& p, const PairReport& q);

/// How another algorithm's answer contradicts the reference's by more than `tolerance` metres, what stand-ins differ and the error that GJK
/// and EPA state themselves: apart or not, the distance, and the depth where both rows measure it. Nullopt when they agree.
[[nodiscard]] std::optional<std::string> disagreement(const PairReport& reference, const PairReport& other, double tolerance);

/// The pair measured on any direction (normalised here), from A's centre like its report: what a person learns by turning an axis by hand.
[[nodiscard]] SatAxis measureDirection(const PosedShape& a, const PosedShape& b, const Vec3& direction_in_world);

/// A report that tells what stands for the shapes and answers nothing yet: what every row starts from.
[[nodiscard]] PairReport emptyReport(const PosedShape& a, const PosedShape& b, const char* algorithm);

/// The size that the pair's tolerances scale with.
[[nodiscard]] double pairSize(const PosedShape& a, const PosedShape& b);

}  // namespace sepax
