#pragma once

#include "collide/pair/pair_algorithm.h"

// How the entries of historical algorithms are written, and what their implementations share.

namespace sepax::historical {

/// `axis` or its opposite, whichever points along `centre_distance`.
[[nodiscard]] inline Vec3 towards(const Vec3& axis, double centre_distance) {
  return centre_distance < 0 ? -axis : axis;
}

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
