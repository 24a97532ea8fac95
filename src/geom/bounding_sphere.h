#pragma once

#include "geom/types.h"

#include <vector>

namespace sepax {

/// All points within `radius` of `centre`.
struct Ball {
  Vec3 centre{0.0};
  double radius = 0;
};

/// The smallest enclosing ball, to rounding; encloses every point in exact arithmetic. For points in one plane it is
/// the smallest enclosing circle's ball. Exchanges the farthest point into a basis of at most four until none lies
/// outside: each step enlarges the ball, so it ends, and needs no shuffle to be the same every time.
[[nodiscard]] Ball smallestBall(const std::vector<Vec3>& points);

}  // namespace sepax
