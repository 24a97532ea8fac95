#include "collide/historical/rectangles_2d.h"

#include "collide/historical/row.h"
#include "geom/portable_math.h"

#include <array>

// 2D boxes as the published programs hold them, in the plane z = 0 of the world, and circles against them.

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

}  // namespace sepax
