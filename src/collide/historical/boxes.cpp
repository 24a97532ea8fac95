#include "collide/historical/boxes.h"

#include "collide/historical/relative_boxes.h"
#include "collide/historical/row.h"
#include "collide/pair/pair_algorithm.h"
#include "geom/portable_math.h"

#include <glm/matrix.hpp>

#include <array>
#include <vector>

// 2D boxes as the published programs hold them, in the plane z = 0 of the world, and circles against them.

// 3D boxes: by fifteen axes, or fewer, or with the wrong guard against parallel edges; by the axis-aligned boxes around
// them, which should be exact for boxes that are not rotated; and as a mobile engine has them: eight corners projected
// on each axis, boxes fitted to points and transformed by matrices.

namespace sepax {

namespace {

using namespace historical;

struct Rectangle {
  Vec3 centre{0.0};
  double half_width = 0, half_height = 0;
  Vec3 x{1, 0, 0}, y{0, 1, 0};  ///< (cos θ, sin θ) and (−sin θ, cos θ)
};

/// Expects a Box2.
Rectangle rectangleOf(const PosedShape& posed) {
  const Vec2 half = std::get<Box2>(posed.shape).half_extents;
  return {posed.pose.position, half.x, half.y, posed.pose.rotation[0], posed.pose.rotation[1]};
}

/// r(L) = w·|L·x| + h·|L·y|.
double projectionRadius(const Rectangle& r, const Vec3& axis) {
  return r.half_width * std::abs(dot(axis, r.x)) + r.half_height * std::abs(dot(axis, r.y));
}

/// The four axes of two rectangles whose centres are `t` apart: |T·L| − (rA + rB), the largest.
template <class Radius>
Measured fourAxes(const Rectangle& a, const Rectangle& b, const Vec3& t, Radius&& radius) {
  Measured measured;
  for (const Vec3& axis : {a.x, a.y, b.x, b.y}) {
    const double centres = dot(t, axis);
    measured.take(std::abs(centres) - (radius(a, axis) + radius(b, axis)), towards(axis, centres));
  }
  return measured;
}

// The projection-radius test of 2D oriented boxes: axes Ax, Ay, Bx, By; apart when rA + rB is less than |T·L|.

/// Claims: a box that keeps its distance to a pivot. Defect: the rotation setter adds the offset to the current centre
/// instead of to the pivot, so each call moves the box; ten calls of one angle give ten positions. As a pair: B hangs
/// on the middle of its left side, was built where it is, and is given its own angle once more in each of ten frames.
Measured pivotDrift(const PosedShape& a, const PosedShape& b) {
  const Rectangle box_a = rectangleOf(a);
  Rectangle box_b = rectangleOf(b);
  for (int frame = 0; frame < 10; ++frame) box_b.centre += box_b.x * box_b.half_width;
  return fourAxes(box_a, box_b, box_b.centre - box_a.centre, projectionRadius);
}

/// Claims: centre = pivot + distance·(cos θ, sin θ). Defect: the offset's own start angle is forgotten, only θ is used.
/// As a pair: B hangs on its lower left corner, whose offset starts at atan2(h, w).
Measured forgottenOffsetAngle(const PosedShape& a, const PosedShape& b) {
  const Rectangle box_a = rectangleOf(a);
  Rectangle box_b = rectangleOf(b);
  const Vec3 pivot = box_b.centre - box_b.x * box_b.half_width - box_b.y * box_b.half_height;
  box_b.centre = pivot + box_b.x * portable::hypot(box_b.half_width, box_b.half_height);
  return fourAxes(box_a, box_b, box_b.centre - box_a.centre, projectionRadius);
}

/// Claims: rectangles given by left, top, right and bottom. Defect: the half height (bottom − top)/2 is negative where
/// y points up, and with it the radius on the box's own axis.
Measured negativeHalfHeight(const PosedShape& a, const PosedShape& b) {
  Rectangle box_a = rectangleOf(a), box_b = rectangleOf(b);
  box_a.half_height = -box_a.half_height;
  box_b.half_height = -box_b.half_height;
  return fourAxes(box_a, box_b, box_b.centre - box_a.centre, projectionRadius);
}

/// Claims: r(L) = w·(L·x) + h·(L·y). Defect: the absolute values are missing, so halves of a rotated box cancel. A
/// mutation made for teaching.
Measured missingAbsoluteValue(const PosedShape& a, const PosedShape& b) {
  const Rectangle box_a = rectangleOf(a), box_b = rectangleOf(b);
  return fourAxes(box_a, box_b, box_b.centre - box_a.centre, [](const Rectangle& r, const Vec3& axis) {
    return r.half_width * dot(axis, r.x) + r.half_height * dot(axis, r.y);
  });
}

// Circles and rectangles as small games test them: rectangles by four projections, a circle against a rectangle's sides
// and inside.

/// Claims: T = (dx, dy). Defect: its y component is computed from x coordinates; wrong whenever the boxes differ in y.
Measured yFromX(const PosedShape& a, const PosedShape& b) {
  const Rectangle box_a = rectangleOf(a), box_b = rectangleOf(b);
  const double dx = box_b.centre.x - box_a.centre.x;
  return fourAxes(box_a, box_b, {dx, dx, 0}, projectionRadius);
}

/// Claims: pixels are whole numbers. Defect: integer coordinates truncate the centres towards zero.
Measured integerTruncation(const PosedShape& a, const PosedShape& b) {
  const Rectangle box_a = rectangleOf(a), box_b = rectangleOf(b);
  const Vec3 t{std::trunc(box_b.centre.x) - std::trunc(box_a.centre.x),
               std::trunc(box_b.centre.y) - std::trunc(box_a.centre.y), 0};
  return fourAxes(box_a, box_b, t, projectionRadius);
}

/// Distance of a point from the line and from the segment p q; p = q is a point.
struct SideDistance {
  double line, segment;
};
SideDistance distanceToSide(const Vec3& point, const Vec3& p, const Vec3& q) {
  const Vec3 along = q - p, to = point - p;
  const double squared = dot(along, along);
  if (!(squared > 0)) return {length(to), length(to)};
  const double t = std::clamp(dot(to, along) / squared, 0.0, 1.0);
  return {std::abs(along.x * to.y - along.y * to.x) / std::sqrt(squared), length(to - along * t)};
}

/// Claims: a circle meets a rectangle when a side is nearer than the radius, or the centre is inside: when its
/// distances from the four sides sum to width + height. Defect: the sum is asked to be exact in floating point, so a
/// small circle deep inside is missed.
Measured exactSumContains(const PosedShape& a, const PosedShape& b) {
  const bool circle_first = std::holds_alternative<Circle>(a.shape);
  const PosedShape &circle = circle_first ? a : b, &box = circle_first ? b : a;
  const Rectangle r = rectangleOf(box);
  const Vec3 w = r.x * r.half_width, h = r.y * r.half_height, centre = circle.pose.position;
  const std::array<Vec3, 4> corners{r.centre - w - h, r.centre + w - h, r.centre + w + h, r.centre - w + h};
  double sum = 0, nearest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < 4; ++i) {
    const SideDistance distance = distanceToSide(centre, corners[i], corners[(i + 1) % 4]);
    sum += distance.line;
    nearest = std::min(nearest, distance.segment);
  }
  const bool inside = sum == 2 * r.half_width + 2 * r.half_height;
  Measured measured;
  measured.take((inside ? -nearest : nearest) - std::get<Circle>(circle.shape).radius,
                normalizedOr(b.pose.position - a.pose.position, {1, 0, 0}));
  return measured;
}

}  // namespace

std::vector<PairAlgorithm> rectangleRows() {
  constexpr Handles kBoxes = areInOrder<Box2, Box2>;
  return {
      row("historical/pivot-drift-2d", pivotDrift, kBoxes,
          "Each call of the rotation setter moves a box that hangs on a pivot."),
      row("historical/offset-angle-2d", forgottenOffsetAngle, kBoxes,
          "A pivot's offset forgets the angle it started with."),
      row("historical/negative-height-2d", negativeHalfHeight, kBoxes, "Half heights turn negative where y points up."),
      row("historical/missing-abs-2d", missingAbsoluteValue, kBoxes, "Projection radii without their absolute values."),
      row("historical/y-from-x-2d", yFromX, kBoxes, "The y distance of the centres is computed from x coordinates."),
      row("historical/integers-2d", integerTruncation, kBoxes, "Centres truncated to whole numbers."),
      row("historical/exact-sum-2d", exactSumContains, are<Circle, Box2>,
          "Inside only when four distances sum exactly to width + height."),
  };
}

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
