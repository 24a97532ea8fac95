#include "draw/half_space_picture.h"

#include "collide/convex/sat_pair.h"
#include "geom/aabb.h"

namespace sepax {

namespace {

/// Half the width of what is shown, of the radius of what it is below.
constexpr double kShown = 1.5;

/// A ball around the visible bodies that have an end; around the origins of the half-spaces, one at `origin`, when
/// there are no others.
BallAround sceneBall(const Document& document, const Vec3& origin) {
  MinMaxBox box, origins{origin, origin};
  for (const Body& body : document.bodies) {
    if (!body.visible) continue;
    const PosedShape shape = posedShape(body);
    add(origins, shape.pose.position);
    if (isUnbounded(shape.shape)) continue;
    const BallAround ball = ballAround(shape);
    add(box, ball.centre - Vec3{ball.radius});
    add(box, ball.centre + Vec3{ball.radius});
  }
  if (isEmpty(box)) box = origins;
  const double radius = length(sizesOf(box)) / 2;
  return {centreOf(box), radius > 0 ? radius : 1};
}

double windowOf(const Shape& shape) {
  const auto* const solid = std::get_if<HalfSpace>(&shape);
  return solid != nullptr ? solid->window : std::get<HalfSpace2>(shape).window;
}

}  // namespace

PosedShape shownShape(const Body& body, const Document& document) {
  PosedShape shape = posedShape(body);
  if (!isUnbounded(shape.shape)) return shape;
  const BallAround ball = sceneBall(document, shape.pose.position);
  const double window = kShown * ball.radius;
  shape.shape = isPlanar(shape.shape) ? Shape(HalfSpace2{window}) : Shape(HalfSpace{window});
  shape.pose = movedBelow(shape.pose, ball.centre);
  return shape;
}

std::vector<Vec3> shownPoints(const PosedShape& half_space) {
  const double around = windowOf(half_space.shape) / kShown;
  std::vector<Vec3> out;
  for (const double side : {-around, around}) {
    out.push_back(toWorld(half_space.pose, {side, 0, 0}));
    if (!isPlanar(half_space.shape)) out.push_back(toWorld(half_space.pose, {0, 0, side}));
  }
  return out;
}

}  // namespace sepax
