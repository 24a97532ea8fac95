#pragma once

#include "collide/pair.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>

// What the historical rows share: how a measurement becomes an answer, and how a row is written.

namespace sepax::historical {

/// The largest signed gap so far and its direction. Values that are no numbers do not count.
struct Measured {
  double separation = -std::numeric_limits<double>::infinity();
  Vec3 normal{1, 0, 0};            ///< from A to B
  std::optional<Verdict> verdict;  ///< where the defect is about the verdict itself; else told by the separation

  void take(double gap, const Vec3& from_a_to_b) {
    if (!std::isfinite(gap) || !(gap > separation)) return;
    separation = gap;
    normal = from_a_to_b;
  }
};

/// `axis` or its opposite, whichever points along `centre_distance`.
[[nodiscard]] inline Vec3 towards(const Vec3& axis, double centre_distance) { return centre_distance < 0 ? -axis : axis; }

/// The verdict's words are ours: touching is told by the house's tolerance, so that a row is wrong by its defect alone. These
/// implementations find no witness points; the centres stand in for them.
[[nodiscard]] PairReport reportOf(const char* name, const PosedShape& a, const PosedShape& b, const PairSettings& settings,
                                  const Measured& measured);

/// A row's name as a template argument.
template <std::size_t N>
struct RowName {
  char text[N]{};
  consteval RowName(const char (&name)[N]) { std::copy_n(name, N, text); }
};

using Measure = Measured (*)(const PosedShape& a, const PosedShape& b);
using Handles = bool (*)(const Shape& a, const Shape& b);

template <RowName kName, Measure kMeasure>
PairReport runRow(const PosedShape& a, const PosedShape& b, const PairSettings& settings) {
  return reportOf(kName.text, a, b, settings, kMeasure(a, b));
}

/// What these implementations were taken to be good for; their defects exceed it.
inline constexpr double kClaimed = 1e-6;

template <RowName kName, Measure kMeasure, Handles kHandles>
[[nodiscard]] PairAlgorithm row(const char* summary, Concave concave = Concave::kRefused) {
  return {kName.text, summary, kClaimed, runRow<kName, kMeasure>, kHandles, true, concave};
}

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
