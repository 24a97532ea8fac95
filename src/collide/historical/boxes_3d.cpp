#include "collide/historical/boxes_3d.h"

#include "collide/historical/relative_boxes.h"
#include "collide/pair/pair_frame.h"
#include "geom/portable_math.h"

#include <glm/matrix.hpp>

#include <array>
#include <vector>

// 3D boxes: by fifteen axes, or fewer, or with the wrong guard against parallel edges; by the axis-aligned boxes around
// them, which should be exact for boxes that are not rotated; and as a mobile engine has them: eight corners projected
// on each axis, boxes fitted to points and transformed by matrices.

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

struct Range {
  double min = std::numeric_limits<double>::infinity(), max = -std::numeric_limits<double>::infinity();
  void add(double x) {
    min = std::min(min, x);
    max = std::max(max, x);
  }
};

void takeRanges(Measured& measured, const Range& a, const Range& b, const Vec3& axis) {
  measured.take(b.min - a.max, axis);
  measured.take(a.min - b.max, -axis);
}

/// Claims: all corners on all fifteen axes, compared as intervals. Defect: the projection is multiplied by the corner's
/// own length (the original multiplies by the axis' length, which is harmless), so it is no projection any more. A
/// mutation made for teaching.
Measured cornerLength(const PosedShape& a, const PosedShape& b) {
  const RotatedBox boxes[] = {rotatedBoxOf(a), rotatedBoxOf(b)};
  std::vector<Vec3> axes;
  for (const RotatedBox& box : boxes) axes.insert(axes.end(), {box.axes[0], box.axes[1], box.axes[2]});
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j)
      axes.push_back(normalizedOr(crossAccurate(boxes[0].axes[i], boxes[1].axes[j]), boxes[0].axes[i]));
  }
  Measured measured;
  for (const Vec3& axis : axes) {
    Range ranges[2];
    for (int k = 0; k < 2; ++k) {
      for (const Vec3& corner : cornersOf(boxes[k])) {
        ranges[k].add(dot(corner, axis) * length(corner));
      }
    }
    takeRanges(measured, ranges[0], ranges[1], axis);
  }
  return measured;
}

Range project(const ConvexFeatures& shape, const Vec3& axis) {
  Range range;
  for (const Vec3& v : shape.core.vertices) range.add(dot(v, axis));
  return range;
}

/// Claims: the cross products of the boxes' directions. Defect: they are taken of face normals instead of edges. A true
/// box has the same of both, so tests with boxes notice nothing; after a transform with shear the sets differ and an
/// axis is missing. The sheared box is a hull here.
Measured faceInsteadOfEdge(const PosedShape& a, const PosedShape& b) {
  const PairFrame frame = pairFrame(a, b);
  const ConvexFeatures &fa = frame.a, &fb = frame.b;
  std::vector<Vec3> axes;
  for (const AxisFeature& face : fa.face_axes) axes.push_back(face.direction);
  for (const AxisFeature& face : fb.face_axes) axes.push_back(face.direction);
  for (const AxisFeature& of_a : fa.face_axes) {
    for (const AxisFeature& of_b : fb.face_axes)
      axes.push_back(normalizedOr(crossAccurate(of_a.direction, of_b.direction), of_a.direction));
  }
  Measured measured;
  for (const Vec3& axis : axes) takeRanges(measured, project(fa, axis), project(fb, axis), axis);
  return measured;
}

/// Boxes and hulls of at most this many faces, a sheared box having six: the test is cubic.
constexpr std::size_t kMaxFaces = 32;
bool isBoxLike(const Shape& shape) {
  const Hull* const hull = std::get_if<Hull>(&shape);
  return std::holds_alternative<Box>(shape) || (hull != nullptr && hull->data->polytope.faces.size() <= kMaxFaces);
}
bool areBoxLike(const Shape& a, const Shape& b) { return isBoxLike(a) && isBoxLike(b); }

/// Rotates the rows and columns p, q of a symmetric matrix so that their common entry vanishes, and the axes with them.
void jacobiRotation(Mat3& m, Mat3& axes, int p, int q) {
  if (m[p][q] == 0) return;
  const double theta = (m[q][q] - m[p][p]) / (2 * m[p][q]);
  const double t = (theta < 0 ? -1 : 1) / (std::abs(theta) + portable::hypot(theta, 1.0));
  const double c = 1 / portable::hypot(t, 1.0), s = t * c;
  Mat3 rotation{1.0};
  rotation[p][p] = rotation[q][q] = c;
  rotation[q][p] = s;
  rotation[p][q] = -s;
  m = glm::transpose(rotation) * m * rotation;
  m[p][q] = m[q][p] = 0;
  axes = axes * rotation;
}

/// Covariance of the points, each weighing the same, and Jacobi's eigenvectors. Measured in units of `size`, so that
/// nothing overflows.
Mat3 principalAxes(const std::vector<Vec3>& points, double size) {
  Vec3 mean{0.0};
  for (const Vec3& p : points) mean += p / (size * static_cast<double>(points.size()));
  Mat3 covariance{0.0}, axes{1.0};
  for (const Vec3& p : points) covariance += glm::outerProduct(p / size - mean, p / size - mean);
  for (int sweep = 0; sweep < 12; ++sweep) {
    jacobiRotation(covariance, axes, 0, 1);
    jacobiRotation(covariance, axes, 0, 2);
    jacobiRotation(covariance, axes, 1, 2);
  }
  return axes;
}

RotatedBox fittedBox(const PosedShape& posed) {
  const Hull* const hull = std::get_if<Hull>(&posed.shape);
  if (hull == nullptr) return rotatedBoxOf(posed);
  const Mat3 axes = principalAxes(hull->data->points, sizeOf(posed.shape));
  RotatedBox box{posed.pose.position, Vec3{0.0}, posed.pose.rotation * axes};
  for (int i = 0; i < 3; ++i) {
    Range range;
    for (const Vec3& p : hull->data->points) range.add(dot(p, axes[i]));
    box.half[i] = (range.max - range.min) / 2;
    box.centre += box.axes[i] * (range.min / 2 + range.max / 2);
  }
  return box;
}

/// Claims: a box along the principal axes of the points. Defect: the covariance of the vertices weighs dense
/// tessellation, so the same solid, finer on one side, gets a worse box. As a pair: each hull is replaced by the box
/// fitted to its points as given.
Measured skewedCovariance(const PosedShape& a, const PosedShape& b) {
  return measureRelative(relativeBoxes<double>(fittedBox(a), fittedBox(b)), 0.0);
}

/// Claims: transform(matrix) scales the box. Defect: it scales the half lengths by the matrix's own axis scales
/// although the box is rotated against them. As a pair: each box was half as long in the world's x before a matrix
/// doubled it; the extent nearest to x should have grown, and the first one did.
RotatedBox transformedBox(const PosedShape& posed) {
  RotatedBox box = rotatedBoxOf(posed);
  int along_x = 0;
  for (int i = 1; i < 3; ++i) along_x = std::abs(box.axes[i].x) > std::abs(box.axes[along_x].x) ? i : along_x;
  box.half[along_x] /= 2;
  box.half[0] *= 2;
  return box;
}
Measured wrongAxesScaled(const PosedShape& a, const PosedShape& b) {
  return measureRelative(relativeBoxes<double>(transformedBox(a), transformedBox(b)), 0.0);
}

}  // namespace

std::vector<PairAlgorithm> boxRows() {
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
      row("historical/corner-length-3d", cornerLength, kBoxes, "Projections multiplied by the corner's length."),
      row("historical/face-crosses-3d", faceInsteadOfEdge, areBoxLike,
          "Cross products of face normals instead of edges."),
      row("historical/vertex-fit-3d", skewedCovariance, areBoxLike,
          "Hulls replaced by boxes along the covariance of their vertices."),
      row("historical/transform-scale-3d", wrongAxesScaled, kBoxes,
          "A matrix scales the first half length whichever way it points."),
      row("historical/reset-origin-3d", resetHoldsOrigin, kBoxes,
          "Aligned boxes grown from a reset that holds the origin."),
      row("historical/no-intersection-3d", intersectionUnwritten, kBoxes,
          "The intersection of aligned boxes is computed and thrown away."),
  };
}

}  // namespace sepax
