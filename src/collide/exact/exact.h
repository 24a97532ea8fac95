#pragma once

#include "collide/pair/pair.h"

#include <vector>

namespace sepax {

/// One axis measured without any rounding; only `separation` is rounded: the deciding axis' to the nearest double,
/// others' to a few ulp.
struct ExactAxis {
  AxisId id;
  bool degenerate =
      false;     ///< the edges' cross product is exactly zero, or shorter than kParallelEdges as in the reference
  int sign = 0;  ///< of the gap along the axis: +1 apart, 0 touching, −1 overlapping
  double separation = 0;  ///< signed gap, metres
};

/// The result of rational arithmetic for a pair.
struct ExactReport {
  /// The reference's order and names; no edge pair is pruned, but by doubles beyond 10 000 pairs.
  std::vector<ExactAxis> axes;
  int deciding = -1;  ///< first axis with the largest separation, compared exactly
  int sign = 0;       ///< of the true gap between the shapes: +1 apart, 0 touching, −1 overlapping
  Verdict verdict = Verdict::kSeparated;
  double separation = 0;  ///< of the deciding axis
  double distance = 0;    ///< Euclidean, 0 when not apart
  Vec3 normal{1, 0, 0};   ///< of the deciding axis, unit, from A to B
  Vec3 closest_a{0.0}, closest_b{0.0};  ///< world; of shapes that are apart
};

/// The pair answered in integers: every coordinate is a multiple of one power of two. Exact means: for exactly the
/// doubles that a posed shape holds, its rotation matrix included, which is used unchanged and not replaced by the
/// nearest rotation. Face normals are cross products of edges, so they belong to exactly these vertices. Normalised
/// gaps g/|L| compare by squares, g²·|L'|² against g'²·|L|²; round shapes compare the squared distance of the cores
/// with the squared sum of radii. No root is taken but to print a number. `touching` in metres.
[[nodiscard]] ExactReport exactReport(const PosedShape& a, const PosedShape& b, double touching);

/// The algorithm `exact`.
[[nodiscard]] PairReport runExact(const PosedShape& a, const PosedShape& b, const PairSettings& settings);

/// Shapes that are exactly a polytope with a radius around it.
[[nodiscard]] bool exactHandles(const Shape& a, const Shape& b);

}  // namespace sepax
