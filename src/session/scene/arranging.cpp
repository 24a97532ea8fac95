#include "session/scene/arranging.h"

#include "geom/shape_bounds.h"

#include <algorithm>
#include <cstddef>

namespace sepax {

namespace {

struct ExtentAlong {
  double min = 0, max = 0;
  [[nodiscard]] double at(AlignAt where) const {
    return where == AlignAt::kMin ? min : where == AlignAt::kMax ? max : (min + max) / 2;
  }
};

ExtentAlong extentOf(const Body& body, int axis) {
  const PosedShape posed = posedShape(body);
  if (isUnbounded(posed.shape)) return {body.position[axis], body.position[axis]};
  const MinMaxBox box = boundsOf(posed.shape, posed.pose);
  return {box.min[axis], box.max[axis]};
}

}  // namespace

std::vector<Body> aligned(std::vector<Body> bodies, int axis, AlignAt at) {
  if (bodies.empty()) return bodies;
  const double line = extentOf(bodies.back(), axis).at(at);
  for (std::size_t i = 0; i + 1 < bodies.size(); ++i)
    bodies[i].position[axis] += line - extentOf(bodies[i], axis).at(at);
  return bodies;
}

std::vector<Body> distributed(std::vector<Body> bodies, int axis) {
  if (bodies.size() < 3) return bodies;
  std::ranges::stable_sort(bodies, {}, [axis](const Body& body) { return extentOf(body, axis).at(AlignAt::kMiddle); });
  double covered = 0;
  for (const Body& body : bodies) covered += extentOf(body, axis).max - extentOf(body, axis).min;
  const double from = extentOf(bodies.front(), axis).min, to = extentOf(bodies.back(), axis).max;
  const double gap = (to - from - covered) / static_cast<double>(bodies.size() - 1);
  double at = from;
  for (std::size_t i = 0; i + 1 < bodies.size(); ++i) {
    const ExtentAlong extent = extentOf(bodies[i], axis);
    if (i > 0) bodies[i].position[axis] += at - extent.min;
    at += extent.max - extent.min + gap;
  }
  return bodies;
}

Rotation rotatedBy(const Body& body, const Vec3& axis, double angle) {
  if (const auto* planar_angle = std::get_if<double>(&body.rotation))
    return *planar_angle + (axis.z < 0 ? -angle : angle);
  if (isPlanar(body.shape)) return axis.z < 0 ? -angle : angle;
  const auto* held = std::get_if<Quat>(&body.rotation);
  const Quat before = held != nullptr ? *held : quaternionOf(matrixOf(body.rotation));
  return normalized(quaternionAbout(axis, angle) * before);
}

std::vector<Body> rotatedTogether(std::vector<Body> bodies, const Vec3& centre, const Vec3& axis, double angle) {
  const Mat3 turn = matrixOf(quaternionAbout(axis, angle));
  for (Body& body : bodies) {
    body.position = centre + turn * (body.position - centre);
    if (isPlanar(body.shape)) body.position.z = 0;
    if (!neverRotates(body.shape)) body.rotation = rotatedBy(body, axis, angle);
  }
  return bodies;
}

}  // namespace sepax
