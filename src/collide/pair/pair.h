#pragma once

#include "collide/contacts/manifold.h"
#include "collide/pair/gjk_report.h"
#include "collide/pair/piece_report.h"
#include "collide/sat/sat_report.h"
#include "core/error.h"
#include "geom/shape.h"

#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace sepax {

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
  /// Two half-spaces that do not face each other: no translation ends their overlap. Separation and mtv are 0 then and
  /// mean nothing.
  bool endless = false;
  /// The deepest first; at most 4 in space, 2 in the plane. Empty when apart and for algorithms without a manifold.
  Kept<Contact> contacts;
};

/// The trace of the algorithm `union`, which measures depths and has no steps to show.
struct OutlineReport {};

/// One pair, one algorithm: the common answer and the algorithm's own trace (more kinds of trace join the variant).
struct PairReport {
  std::string a, b;       ///< ids of the bodies
  std::string algorithm;  ///< name in the table of algorithms, with its options
  PairAnswer answer;
  std::variant<std::monostate, SatReport, GjkReport, OutlineReport> trace;
  std::optional<Manifold>
      manifold;  ///< how the contacts were found; nullopt when apart and for algorithms that make none
  /// When a side is concave: answer, contacts and trace are then of its deciding pieces.
  std::optional<PieceReport> pieces;
};

struct PairSettings {
  std::optional<double> touching_tolerance;  ///< metres; without it kTouching of the larger shape's size
};

/// True when a negative separation is the depth: GJK alone finds that cores overlap, not how deep.
[[nodiscard]] bool measuresDepth(const PairReport& report);

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
