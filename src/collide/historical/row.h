#pragma once

#include "collide/pair_table.h"

#include <cmath>
#include <limits>
#include <optional>

// How a measurement of a historical algorithm becomes an answer, and how its entry in the table is written.

namespace sepax::historical {

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

/// `axis` or its opposite, whichever points along `centre_distance`.
[[nodiscard]] inline Vec3 towards(const Vec3& axis, double centre_distance) {
  return centre_distance < 0 ? -axis : axis;
}

/// The verdict's words are ours: touching is by the house's tolerance, so that a row is wrong by its defect alone.
/// These implementations find no witness points; the report has the centres.
[[nodiscard]] PairReport reportOf(const Measured& measured, const PosedShape& a, const PosedShape& b,
                                  const PairSettings& settings);

/// The error that these implementations were trusted to stay below; their defects exceed it.
inline constexpr double kClaimed = 1e-6;

using Handles = bool (*)(const Shape& a, const Shape& b);

/// Makes the entry of an algorithm that measures.
[[nodiscard]] PairAlgorithm row(const char* name, Measured (*measure)(const PosedShape& a, const PosedShape& b),
                                Handles handles, const char* summary, Concave concave = Concave::kRefused);

/// Makes the entry of an algorithm that spoils a part of the reference's report.
[[nodiscard]] PairAlgorithm spoilingRow(const char* name,
                                        PairReport (*run)(const PosedShape& a, const PosedShape& b,
                                                          const PairSettings& settings),
                                        Handles handles, const char* summary);

template <class ShapeA, class ShapeB>
[[nodiscard]] bool areInOrder(const Shape& a, const Shape& b) {
  return std::holds_alternative<ShapeA>(a) && std::holds_alternative<ShapeB>(b);
}

/// A pair of these two kinds in either order.
template <class ShapeA, class ShapeB>
[[nodiscard]] bool are(const Shape& a, const Shape& b) {
  return areInOrder<ShapeA, ShapeB>(a, b) || areInOrder<ShapeA, ShapeB>(b, a);
}

}  // namespace sepax::historical
