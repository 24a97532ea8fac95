#include "collide/historical/historical.h"
#include "collide/historical/relative_boxes.h"

// Axis-aligned boxes in min/max form around two 3D boxes. For boxes that are not turned they should be exact.

namespace sepax {

namespace {

using namespace historical;

struct MinMax {
  Vec3 min{0.0}, max{0.0};  ///< what reset leaves: not empty, but a point at the origin
};

/// Grown corner by corner from what `start` holds.
MinMax grown(const PosedShape& posed, MinMax start) {
  for (const Vec3& corner : cornersOf(rotatedBoxOf(posed))) {
    for (int k = 0; k < 3; ++k) {
      start.min[k] = std::min(start.min[k], corner[k]);
      start.max[k] = std::max(start.max[k], corner[k]);
    }
  }
  return start;
}

Measured threeAxes(const MinMax& a, const MinMax& b) {
  Measured measured;
  for (int k = 0; k < 3; ++k) {
    Vec3 axis{0.0};
    axis[k] = 1;
    measured.take(b.min[k] - a.max[k], axis);
    measured.take(a.min[k] - b.max[k], -axis);
  }
  return measured;
}

/// Claims: a box grown from reset holds its points. Defect: reset sets min = max = 0, so it always holds the origin as well, and all
/// boxes overlap there.
Measured resetHoldsOrigin(const PosedShape& a, const PosedShape& b) { return threeAxes(grown(a, {}), grown(b, {})); }

/// Claims: boxes overlap when their intersection box is not empty. Defect: it is computed and thrown away; the caller's box stays as it
/// was made, empty, and nothing ever overlaps.
Measured intersectionUnwritten(const PosedShape& a, const PosedShape& b) {
  constexpr double kFar = std::numeric_limits<double>::infinity();
  const MinMax nothing{Vec3{kFar}, Vec3{-kFar}};
  Measured measured = threeAxes(grown(a, nothing), grown(b, nothing));
  measured.verdict = Verdict::kSeparated;
  return measured;
}

}  // namespace

std::vector<PairAlgorithm> alignedBoxRows() {
  constexpr Handles kBoxes = areInOrder<Box, Box>;
  return {
      row<"historical/reset-origin-3d", resetHoldsOrigin, kBoxes>("Aligned boxes grown from a reset that holds the origin."),
      row<"historical/no-intersection-3d", intersectionUnwritten, kBoxes>("The intersection of aligned boxes is computed and thrown away."),
  };
}

}  // namespace sepax
