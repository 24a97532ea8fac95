#include "document/motion.h"

#include "core/language.h"
#include "document/validate.h"
#include "geom/support.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace sepax {

namespace {

Rotation rotated(const Rotation& rotation, const Vec3& angular) {
  if (const double* angle = std::get_if<double>(&rotation)) return *angle + angular.z * kMotionStep;
  const double speed = length(angular);
  const Quat turn = quaternionAbout(angular / speed, speed * kMotionStep);
  const Quat* const quaternion = std::get_if<Quat>(&rotation);
  return normalized(turn * (quaternion != nullptr ? *quaternion : quaternionOf(matrixOf(rotation))));
}

/// The body is mirrored at the wall that it has passed and is on its way out of.
void bounce(const Room& room, int axis, const MinMaxBox& box, Vec3& position, Vec3& velocity) {
  const double below = room.min[axis] - box.min[axis], above = box.max[axis] - room.max[axis];
  // A fast body lands no farther from one wall than the other.
  const double spare = room.max[axis] - room.min[axis] - (box.max[axis] - box.min[axis]);
  if (below > 0 && velocity[axis] < 0) {
    position[axis] += below + std::min(below, spare);
    velocity[axis] = -velocity[axis];
  } else if (above > 0 && velocity[axis] > 0) {
    position[axis] -= above + std::min(above, spare);
    velocity[axis] = -velocity[axis];
  }
}

/// A body whose middle has left comes in again at the wall across.
void pass(const Room& room, int axis, const MinMaxBox& box, Vec3& position) {
  const double width = room.max[axis] - room.min[axis], middle = box.min[axis] + (box.max[axis] - box.min[axis]) / 2;
  if (middle < room.min[axis] || middle > room.max[axis])
    position[axis] -= std::floor((middle - room.min[axis]) / width) * width;
}

void keepInRoom(const Room& room, int dimensions, Body& body) {
  const PosedShape posed = posedShape(body);
  if (isUnbounded(posed.shape)) return;
  const MinMaxBox box = boundsOf(posed.shape, posed.pose);
  Vec3 velocity = body.linear_velocity.value_or(Vec3{0.0});
  for (int axis = 0; axis < dimensions; ++axis) {
    if (!(box.max[axis] - box.min[axis] < room.max[axis] - room.min[axis])) continue;
    if (room.at_walls == AtWalls::kBounce) {
      bounce(room, axis, box, body.position, velocity);
    } else {
      pass(room, axis, box, body.position);
    }
  }
  if (body.linear_velocity) body.linear_velocity = velocity;
}

void step(const Document& document, Body& body) {
  if (body.linear_velocity) body.position += *body.linear_velocity * kMotionStep;
  if (body.angular_velocity && *body.angular_velocity != Vec3{0.0})
    body.rotation = rotated(body.rotation, *body.angular_velocity);
  if (document.room) keepInRoom(*document.room, document.space == Space::k2d ? 2 : 3, body);
}

/// The members of a body that a step changes.
struct Moved {
  std::size_t body = 0;
  Vec3 position{0.0};
  Rotation rotation;
  std::optional<Vec3> linear_velocity;
};

}  // namespace

Motion motionOf(const Body& body) {
  return {body.linear_velocity.value_or(Vec3{0.0}), body.angular_velocity.value_or(Vec3{0.0}), body.position};
}

bool isMoving(const Body& body) {
  return body.linear_velocity.value_or(Vec3{0.0}) != Vec3{0.0} ||
         body.angular_velocity.value_or(Vec3{0.0}) != Vec3{0.0};
}

bool hasMotion(const Document& document) { return std::ranges::any_of(document.bodies, isMoving); }

Result<void> moveBodies(Document& document, int steps) {
  if (steps < 1 || steps > kMaxMotionSteps) {
    return fail(ErrorCode::kWrongValue, "steps", trf("expected 1 to {} steps, found {}", kMaxMotionSteps, steps));
  }
  std::vector<Moved> all;
  all.reserve(document.bodies.size());
  for (std::size_t i = 0; i < document.bodies.size(); ++i) {
    Body& body = document.bodies[i];
    if (!isMoving(body)) continue;
    // The body itself is moved, which copies no shape, and put back until all are known to arrive.
    Moved before{i, body.position, body.rotation, body.linear_velocity};
    for (int done = 0; done < steps; ++done) step(document, body);
    Result<void> arrives;
    if (body.pivot) arrives = validateVector(poseOf(body).position, Space::k3d, "position");
    if (arrives) arrives = validateVector(body.position, document.space, "position");
    all.push_back(std::move(before));
    if (arrives) continue;
    arrives.error().where = body.id + "/" + arrives.error().where;
    for (const Moved& moved : all) {
      Body& back = document.bodies[moved.body];
      back.position = moved.position;
      back.rotation = moved.rotation;
      back.linear_velocity = moved.linear_velocity;
    }
    return arrives;
  }
  return {};
}

}  // namespace sepax
