#pragma once

#include "collide/pair/pair.h"
#include "geom/convex.h"

namespace sepax {

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

}  // namespace sepax
