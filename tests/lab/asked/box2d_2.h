#pragma once

#include "answer.h"

#include <box2d/b2_distance.h>
#include <box2d/box2d.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

/// A shape, or a compound's fixtures.
struct Shapes {
  Shapes(const b2Shape& shape) : all{&shape} {}
  template <std::size_t kCount>
  Shapes(const b2Shape* const (&fixtures)[kCount]) : all(fixtures, fixtures + kCount) {}
  std::vector<const b2Shape*> all;
};

inline Asked asked(const Shapes& shapes_a, const b2Transform& pose_a, const Shapes& shapes_b,
                   const b2Transform& pose_b) {
  double distance = std::numeric_limits<double>::infinity();
  b2DistanceInput input;
  input.transformA = pose_a;
  input.transformB = pose_b;
  input.useRadii = true;
  for (const b2Shape* const a : shapes_a.all) {
    for (const b2Shape* const b : shapes_b.all) {
      for (int i = 0; i < a->GetChildCount() * b->GetChildCount(); ++i) {
        input.proxyA.Set(a, i % a->GetChildCount());
        input.proxyB.Set(b, i / a->GetChildCount());
        b2SimplexCache cache{};
        b2DistanceOutput output{};
        b2Distance(&output, &cache, &input);
        distance = std::min<double>(distance, output.distance);
      }
    }
  }
  return Answer{distance <= 0, distance};
}
