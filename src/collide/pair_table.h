#pragma once

#include "collide/pair.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sepax {

namespace historical {
struct Measured;
}

/// How an algorithm treats concave shapes (isConvex in geom/shape.h).
enum class Concave {
  kByPieces,     ///< runs on the deciding pieces, which the reference's measure finds
  kByFewPieces,  ///< measures every piece pair itself, up to kMaxOwnPiecePairs of them
  kAsOne,        ///< takes the shape as if it were convex: that is its defect
  kRefused,
};
inline constexpr std::int64_t kMaxOwnPiecePairs = 1024;

/// Which steps a row's trace lists.
enum class Steps { kNone, kGjk, kGjkAndEpa };

/// A row of the pair table: an algorithm for a pair of shape kinds.
struct PairAlgorithm {
  const char* name;
  const char* summary;  ///< one line for lists and tooltips
  double tolerance;     ///< stated error of the separation or distance, of size
  /// The algorithm on two convex shapes; null when the row only measures.
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

/// The row on two shapes as they are: convex ones, or such as it takes as one. The report bears the row's name.
[[nodiscard]] PairReport runRow(const PairAlgorithm& row, const PosedShape& a, const PosedShape& b,
                                const PairSettings& settings);

/// Runs a named algorithm, with options if the name has some: the report is then about the shapes as the algorithm
/// holds them. Errors: unknown name; a planar shape against a solid one; a pair of kinds that the algorithm does not
/// take; shapes that cannot be shrunk.
[[nodiscard]] Result<PairReport> testPair(const PosedShape& a, const PosedShape& b, const PairSettings& settings = {},
                                          const std::string& algorithm = "sat");

}  // namespace sepax
