#include "collide/historical/boxes_3d.h"

#include "collide/historical/relative_boxes.h"

// 3D boxes: by fifteen axes, or fewer, or with the wrong guard against parallel edges; and by the axis-aligned boxes
// around them, which should be exact for boxes that are not rotated.

namespace sepax {

namespace {

using namespace historical;

/// Claims: a cheap test, good enough ("SAT-lite", van den Bergen 1997). Defect: without the nine cross products, boxes
/// whose edges pass each other crosswise are called overlapping.
Measured sixAxes(const PosedShape& a, const PosedShape& b) {
  return measureRelative(relativeBoxes<double>(rotatedBoxOf(a), rotatedBoxOf(b)), 0.0, Axes::kFaces);
}

/// Claims: a constant added to |R| keeps parallel edges from separating by noise (Gottschalk 1996, Ericson 2005).
/// Defect: it inflates an edge axis by epsilon · (sum of extents) / sin(angle of the edges): boxes that nearly touch
/// are called overlapping.
Measured epsilonSmall(const PosedShape& a, const PosedShape& b) {
  return measureRelative(relativeBoxes<double>(rotatedBoxOf(a), rotatedBoxOf(b)), 1e-6);
}
Measured epsilonLarge(const PosedShape& a, const PosedShape& b) {
  return measureRelative(relativeBoxes<double>(rotatedBoxOf(a), rotatedBoxOf(b)), 1e-3);
}

/// Claims: no epsilon, no false overlap. Defect: R comes from dot products of float matrices and carries noise of 1e-7;
/// where edges are parallel the cross axis is nothing but this noise, and deep overlaps are called apart.
Measured noEpsilonFloat(const PosedShape& a, const PosedShape& b) {
  return measureRelative(relativeBoxes<float>(rotatedBoxOf(a), rotatedBoxOf(b)), 0.0F);
}

/// Claims: B seen from A by the inverse of A's world matrix, in float. Defect: the inverse's own translation −Rᵀ·c is
/// as large as the coordinates, and adding Rᵀ·(centre of B) cancels: far from the origin the distance of the centres is
/// noise. All else is double here.
Measured worldInverseFloat(const PosedShape& a, const PosedShape& b) {
  const RotatedBox box_a = rotatedBoxOf(a), box_b = rotatedBoxOf(b);
  RelativeBoxes<double> relative = relativeBoxes<double>(box_a, box_b);
  for (int i = 0; i < 3; ++i) {
    float inverse = 0, point = 0;
    for (int k = 0; k < 3; ++k) inverse -= toFloat(box_a.axes[i][k]) * toFloat(box_a.centre[k]);
    for (int k = 0; k < 3; ++k) point += toFloat(box_a.axes[i][k]) * toFloat(box_b.centre[k]);
    relative.t[i] = point + inverse;
  }
  return measureRelative(relative, 0.0);
}

/// Claims: the axis of least overlap is the contact's normal. Defect: the cross product of parallel edges is measured
/// too; on the zero vector the overlap is zero, the least there can be, and the normal is zero. Models the symptom of
/// DanielChappuis/reactphysics3d#78.
Measured zeroEdgeAxis(const PosedShape& a, const PosedShape& b) {
  const RelativeBoxes<double> relative = relativeBoxes<double>(rotatedBoxOf(a), rotatedBoxOf(b));
  Measured measured = measureRelative(relative, 0.0);
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      if (crossAccurate(relative.axes_a[i], relative.axes_b[j]) == Vec3{0.0}) measured.take(0, Vec3{0.0});
    }
  }
  return measured;
}

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

/// Claims: a box grown from reset holds its points. Defect: reset sets min = max = 0, so it always holds the origin as
/// well, and all boxes overlap there.
Measured resetHoldsOrigin(const PosedShape& a, const PosedShape& b) { return threeAxes(grown(a, {}), grown(b, {})); }

/// Claims: boxes overlap when their intersection box is not empty. Defect: it is computed and thrown away; the caller's
/// box stays as it was made, empty, and nothing ever overlaps.
Measured intersectionUnwritten(const PosedShape& a, const PosedShape& b) {
  constexpr double kFar = std::numeric_limits<double>::infinity();
  const MinMax nothing{Vec3{kFar}, Vec3{-kFar}};
  Measured measured = threeAxes(grown(a, nothing), grown(b, nothing));
  measured.verdict = Verdict::kSeparated;
  return measured;
}

}  // namespace

std::vector<PairAlgorithm> fifteenAxisRows() {
  constexpr Handles kBoxes = areInOrder<Box, Box>;
  return {
      row("historical/six-axes-3d", sixAxes, kBoxes, "Face axes only: six of fifteen."),
      row("historical/epsilon-1e-6-3d", epsilonSmall, kBoxes, "A constant 1e-6 added to |R| against parallel edges."),
      row("historical/epsilon-1e-3-3d", epsilonLarge, kBoxes, "A constant 1e-3 added to |R| against parallel edges."),
      row("historical/no-epsilon-float-3d", noEpsilonFloat, kBoxes,
          "Fifteen axes in float, parallel edges not guarded."),
      row("historical/world-inverse-3d", worldInverseFloat, kBoxes,
          "B seen through a float inverse of A's world matrix."),
      row("historical/zero-edge-axis-3d", zeroEdgeAxis, kBoxes,
          "The zero cross product of parallel edges wins as least overlap."),
  };
}

std::vector<PairAlgorithm> alignedBoxRows() {
  constexpr Handles kBoxes = areInOrder<Box, Box>;
  return {
      row("historical/reset-origin-3d", resetHoldsOrigin, kBoxes,
          "Aligned boxes grown from a reset that holds the origin."),
      row("historical/no-intersection-3d", intersectionUnwritten, kBoxes,
          "The intersection of aligned boxes is computed and thrown away."),
  };
}

}  // namespace sepax
