#include "collide/historical/historical.h"
#include "collide/historical/rectangle.h"

// The projection-radius test of 2D oriented boxes: axes Ax, Ay, Bx, By; apart when rA + rB is less than |T·L|.

namespace sepax {

namespace {

using namespace historical;

/// Claims: a box that keeps its distance to a pivot. Defect: the rotation setter adds the offset to the current centre instead of to the
/// pivot, so each call moves the box; ten calls of one angle give ten places. As a pair: B hangs on the middle of its left side, was
/// built where it stands, and is given its own angle once more in each of ten frames.
Measured pivotDrift(const PosedShape& a, const PosedShape& b) {
  const Rectangle box_a = rectangleOf(a);
  Rectangle box_b = rectangleOf(b);
  for (int frame = 0; frame < 10; ++frame) box_b.centre += box_b.x * box_b.half_width;
  return fourAxes(box_a, box_b, box_b.centre - box_a.centre, projectionRadius);
}

/// Claims: centre = pivot + distance·(cos θ, sin θ). Defect: the offset's own start angle is forgotten, only θ is used. As a pair: B
/// hangs on its lower left corner, whose offset starts at atan2(h, w).
Measured forgottenOffsetAngle(const PosedShape& a, const PosedShape& b) {
  const Rectangle box_a = rectangleOf(a);
  Rectangle box_b = rectangleOf(b);
  const Vec3 pivot = box_b.centre - box_b.x * box_b.half_width - box_b.y * box_b.half_height;
  box_b.centre = pivot + box_b.x * std::hypot(box_b.half_width, box_b.half_height);
  return fourAxes(box_a, box_b, box_b.centre - box_a.centre, projectionRadius);
}

/// Claims: rectangles given by left, top, right and bottom. Defect: the half height (bottom − top)/2 is negative where y points up, and
/// with it the radius on the box's own axis.
Measured negativeHalfHeight(const PosedShape& a, const PosedShape& b) {
  Rectangle box_a = rectangleOf(a), box_b = rectangleOf(b);
  box_a.half_height = -box_a.half_height;
  box_b.half_height = -box_b.half_height;
  return fourAxes(box_a, box_b, box_b.centre - box_a.centre, projectionRadius);
}

/// Claims: r(L) = w·(L·x) + h·(L·y). Defect: the absolute values are missing, so halves of a turned box cancel. A mutation made for
/// teaching.
Measured missingAbsoluteValue(const PosedShape& a, const PosedShape& b) {
  const Rectangle box_a = rectangleOf(a), box_b = rectangleOf(b);
  return fourAxes(box_a, box_b, box_b.centre - box_a.centre,
                  [](const Rectangle& r, const Vec3& axis) { return r.half_width * dot(axis, r.x) + r.half_height * dot(axis, r.y); });
}

}  // namespace

std::vector<PairAlgorithm> projectionRadiusRows() {
  constexpr Handles kBoxes = areInOrder<Box2, Box2>;
  return {
      row<"historical/pivot-drift-2d", pivotDrift, kBoxes>("Each call of the rotation setter moves a box that hangs on a pivot."),
      row<"historical/offset-angle-2d", forgottenOffsetAngle, kBoxes>("A pivot's offset forgets the angle it started with."),
      row<"historical/negative-height-2d", negativeHalfHeight, kBoxes>("Half heights turn negative where y points up."),
      row<"historical/missing-abs-2d", missingAbsoluteValue, kBoxes>("Projection radii without their absolute values."),
  };
}

}  // namespace sepax
