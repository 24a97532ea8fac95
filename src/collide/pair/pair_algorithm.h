#pragma once

#include "collide/pair/pair.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

namespace sepax {

namespace historical {

/// The largest signed gap so far and its direction. Values that are no numbers do not count.
struct Measured {
  double separation = -std::numeric_limits<double>::infinity();
  Vec3 normal{1, 0, 0};            ///< from A to B
  std::optional<Verdict> verdict;  ///< where the defect is about the verdict itself; else verdictOf the separation

  void take(double gap, const Vec3& from_a_to_b) {
    if (!std::isfinite(gap) || !(gap > separation)) return;
    separation = gap;
    normal = from_a_to_b;
  }
};

}  // namespace historical

/// How an algorithm treats concave shapes (isConvex in geom/shape.h).
enum class Concave {
  kByPieces,     ///< runs on the deciding pieces, which the reference's measure finds
  kByFewPieces,  ///< measures every piece pair itself, up to kMaxOwnPiecePairs of them
  kWhole,        ///< tests the whole shape
  kAsOne,        ///< takes the shape as if it were convex: that is its defect
  kRefused,
};
inline constexpr std::int64_t kMaxOwnPiecePairs = 1024;

/// Which steps the trace of an algorithm lists.
enum class Steps { kNone, kGjk, kGjkAndEpa };

/// An algorithm for a pair of shape kinds. The table of all is collide/pair_table.h.
struct PairAlgorithm {
  const char* name;
  const char* summary;  ///< one line for lists and tooltips
  double tolerance;     ///< stated error of the separation or distance, of size
  /// The algorithm on two convex shapes; null when it only measures.
  PairReport (*run)(const PosedShape& a, const PosedShape& b, const PairSettings& settings) = nullptr;
  /// Pairs of kinds that it knows; null: every convex pair of one space.
  bool (*handles)(const Shape& a, const Shape& b) = nullptr;
  Concave concave = Concave::kByPieces;
  /// A published implementation with its documented defects: shown and compared, its answers prove nothing.
  bool historical = false;
  /// Set for historical algorithms without `run`: the largest gap that they find; the report is made from it.
  historical::Measured (*measure)(const PosedShape& a, const PosedShape& b) = nullptr;
  Steps steps = Steps::kNone;
};

/// Runs the algorithm on two convex shapes, or on shapes that it takes as convex. Half-spaces count as bounded by their
/// size. The report bears the algorithm's name. An algorithm that only measures finds no witness points: the report has
/// the centres instead; its verdict uses the house's touching tolerance, so that it is wrong by its defect alone.
[[nodiscard]] PairReport runConvex(const PairAlgorithm& algorithm, const PosedShape& a, const PosedShape& b,
                                   const PairSettings& settings);

}  // namespace sepax
