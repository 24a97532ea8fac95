#pragma once

#include "collide/pair/pair.h"
#include "geom/convex.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>

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
  SeparationKind separation_kind = SeparationKind::kAxisGap;
};

/// Runs the algorithm on two convex shapes, or on shapes that it takes as convex. Half-spaces count as bounded by their
/// size. The report bears the algorithm's name. An algorithm that only measures finds no witness points: has_points
/// is false then, and the points are the centres; its verdict uses the house's touching tolerance, so that it is wrong
/// by its defect alone.
[[nodiscard]] PairReport runConvex(const PairAlgorithm& algorithm, const PosedShape& a, const PosedShape& b,
                                   const PairSettings& settings);

/// The features of a shape where it is, measured from the world point `origin`; a concave shape's are its hull's.
[[nodiscard]] ConvexFeatures featuresFrom(const PosedShape& shape, const Vec3& origin);

/// The features of a shape with cylinders and cones as themselves (trueFeatures).
[[nodiscard]] ConvexFeatures trueFeaturesFrom(const PosedShape& shape, const Vec3& origin);

/// The start of a test of two shapes: both rotated as in the world and measured from A's centre, so that numbers stay
/// small far from the world's origin; and the size that its tolerances scale with. Metres.
struct PairFrame {
  ConvexFeatures a, b;
  Vec3 origin{0.0};  ///< A's centre, world
  double size = 0;   ///< pairSize
  double touching = 0;

  /// No coordinate of a core is larger; of polytopes the largest itself.
  [[nodiscard]] double farthestCoordinate() const;
};
[[nodiscard]] PairFrame pairFrame(const PosedShape& a, const PosedShape& b, const PairSettings& settings = {});

/// The length that rounding and the algorithms' stated tolerances scale with when answers are compared, metres: the
/// larger shape's size, and how far from A's centre the shapes reach. Zero for two points in one place alone.
[[nodiscard]] double pairExtent(const PosedShape& a, const PosedShape& b);

/// "A side", "B top rim", "A apex", "B face 3": what of a convex shape is farthest along a unit direction, world. `who`
/// is 'A' or 'B'. With `numbers` the whole shape's names: "A edge 3", "A cut", "A face 1 of \"leg\"".
[[nodiscard]] std::string supportFeatureName(char who, const PosedShape& shape, const Vec3& direction,
                                             const PieceNumbers& numbers = {});

}  // namespace sepax
