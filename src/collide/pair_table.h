#pragma once

#include "collide/pair/pair_algorithm.h"

#include <string>
#include <vector>

namespace sepax {

/// Whether an algorithm handles this pair of shapes.
[[nodiscard]] bool handles(const PairAlgorithm& algorithm, const Shape& a, const Shape& b);

/// Whether an algorithm handles any pair of planar shapes, or of solid ones; a list need not offer it otherwise.
enum class ShapeSpace { kPlanar, kSolid };
[[nodiscard]] bool takesAny(const PairAlgorithm& algorithm, ShapeSpace space);

/// All algorithms in the order of the combo box; the first is the reference.
[[nodiscard]] const std::vector<PairAlgorithm>& pairAlgorithms();

[[nodiscard]] const PairAlgorithm& referenceAlgorithm();

/// The algorithm of this name, or the first whose trace lists these steps; null when there is none.
[[nodiscard]] const PairAlgorithm* findAlgorithm(const std::string& name);
[[nodiscard]] const PairAlgorithm* findAlgorithm(Steps steps);

/// The meaning of a name such as "gjk-epa:shrink=0.05,margin=0.05": an algorithm, and how it holds the shapes. An
/// engine that keeps a margin around what has corners does not test the shapes that it was given; this is how it sees
/// them: Bullet's margin around hulls, with a shrink of as much Jolt's convex radius and Bullet's boxes.
struct AlgorithmChoice {
  const PairAlgorithm* row = nullptr;
  double shrink = 0;  ///< metres that sides are moved inwards, first
  double margin = 0;  ///< metres around what is left that belong to the shape
};

/// Reads the name of an algorithm with its options, if any. Errors: an unknown algorithm or option, a number that is no
/// length.
[[nodiscard]] Result<AlgorithmChoice> chosenAlgorithm(const std::string& name);

/// The shape as the choice holds it: kinds that take a margin (geom/rounded.h) and aabbs; all others stay. Errors:
/// nothing is left of a shape that is shrunk, or its kind cannot be.
[[nodiscard]] Result<Shape> heldShape(const AlgorithmChoice& choice, const Shape& shape);

/// Whether the named algorithm can test this pair: the errors of testPair.
[[nodiscard]] Result<void> canTest(const Shape& a, const Shape& b, const std::string& algorithm);

/// Runs a named algorithm, with options if the name has some: the report is then about the shapes as the algorithm
/// holds them. Errors: unknown name; a planar shape against a solid one; a pair of kinds that the algorithm does not
/// take; shapes that cannot be shrunk.
[[nodiscard]] Result<PairReport> testPair(const PosedShape& a, const PosedShape& b, const PairSettings& settings = {},
                                          const std::string& algorithm = "sat");

}  // namespace sepax
