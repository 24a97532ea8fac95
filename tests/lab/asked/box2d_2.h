#pragma once

#include "answer.h"

#include <box2d/b2_distance.h>
#include <box2d/box2d.h>

inline Asked asked(const b2Shape& shape_a, const b2Transform& pose_a, const b2Shape& shape_b,
                   const b2Transform& pose_b) {
  b2DistanceInput input;
  input.proxyA.Set(&shape_a, 0);
  input.proxyB.Set(&shape_b, 0);
  input.transformA = pose_a;
  input.transformB = pose_b;
  input.useRadii = true;
  b2SimplexCache cache{};
  b2DistanceOutput output{};
  b2Distance(&output, &cache, &input);
  return Answer{output.distance <= 0, output.distance};
}
