#pragma once

#include "collide/pair/pair_algorithm.h"

// Published ways to test a pair, each with the defects that made it known, written from their descriptions. They are in
// the table of algorithms so that a case can show what goes wrong; their answers prove nothing. A defect of a sequence
// of calls or of a single box is modelled as the verdict that a pair gets from it; the comment at the function says
// how. Here is how their entries are written, and what their implementations share.

namespace sepax::historical {

/// `axis` or its opposite, whichever points along `centre_distance`.
[[nodiscard]] inline Vec3 towards(const Vec3& axis, double centre_distance) {
  return centre_distance < 0 ? -axis : axis;
}

/// The error that these implementations were trusted to stay below; their defects exceed it.
inline constexpr double kClaimed = 1e-6;

using Handles = bool (*)(const Shape& a, const Shape& b);

/// Makes the entry of an algorithm that measures.
[[nodiscard]] inline PairAlgorithm row(const char* name, Measured (*measure)(const PosedShape& a, const PosedShape& b),
                                       Handles handles, const char* summary, Concave concave = Concave::kRefused) {
  return {.name = name,
          .summary = summary,
          .tolerance = kClaimed,
          .handles = handles,
          .concave = concave,
          .historical = true,
          .measure = measure};
}

/// Makes the entry of an algorithm that spoils a part of the reference's report.
[[nodiscard]] inline PairAlgorithm spoilingRow(const char* name,
                                               PairReport (*run)(const PosedShape& a, const PosedShape& b,
                                                                 const PairSettings& settings),
                                               Handles handles, const char* summary) {
  return {.name = name, .summary = summary, .tolerance = kClaimed, .run = run, .handles = handles, .historical = true};
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

[[nodiscard]] inline bool isStraightSided(const Shape& s) {
  return std::holds_alternative<Box2>(s) || std::holds_alternative<Polygon>(s);
}
[[nodiscard]] inline bool areStraightSided(const Shape& a, const Shape& b) {
  return isStraightSided(a) && isStraightSided(b);
}
[[nodiscard]] inline bool isCircleBesideSides(const Shape& a, const Shape& b) {
  return are<Circle, Box2>(a, b) || are<Circle, Polygon>(a, b);
}

}  // namespace sepax::historical
