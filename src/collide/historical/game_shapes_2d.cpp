#include "collide/historical/historical.h"
#include "collide/historical/rectangle.h"

#include <array>

// Circles and rectangles as small games test them: rectangles by four projections, a circle against a rectangle's sides and inside.

namespace sepax {

namespace {

using namespace historical;

/// Claims: T = (dx, dy). Defect: its y component is computed from x coordinates; wrong whenever the boxes differ in y.
Measured yFromX(const PosedShape& a, const PosedShape& b) {
  const Rectangle box_a = rectangleOf(a), box_b = rectangleOf(b);
  const double dx = box_b.centre.x - box_a.centre.x;
  return fourAxes(box_a, box_b, {dx, dx, 0}, projectionRadius);
}

/// Claims: pixels are whole numbers. Defect: integer coordinates truncate the centres towards zero.
Measured integerTruncation(const PosedShape& a, const PosedShape& b) {
  const Rectangle box_a = rectangleOf(a), box_b = rectangleOf(b);
  const Vec3 t{std::trunc(box_b.centre.x) - std::trunc(box_a.centre.x), std::trunc(box_b.centre.y) - std::trunc(box_a.centre.y), 0};
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

/// Claims: a circle meets a rectangle when a side is nearer than the radius, or the centre is inside: when its distances from the four
/// sides sum to width + height. Defect: the sum is asked to be exact in floating point, so a small circle deep inside is missed.
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

std::vector<PairAlgorithm> gameShapeRows() {
  constexpr Handles kBoxes = areInOrder<Box2, Box2>;
  return {
      row<"historical/y-from-x-2d", yFromX, kBoxes>("The y distance of the centres is computed from x coordinates."),
      row<"historical/integers-2d", integerTruncation, kBoxes>("Centres truncated to whole numbers."),
      row<"historical/exact-sum-2d", exactSumContains, are<Circle, Box2>>("Inside only when four distances sum exactly to width + height."),
  };
}

}  // namespace sepax
