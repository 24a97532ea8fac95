#pragma once

#include "geom/oriented_box.h"
#include "geom/round.h"
#include "geom/types.h"

#include <vector>

namespace sepax {

/// A capsule where it was fitted, in the coordinates of the points.
struct FittedCapsule {
  Capsule shape;
  Pose pose;
};

/// The smallest capsule along one of a box's axes through its centre: radius by the farthest point, ends as close as
/// the round caps let. Holds all points but for rounding; not the smallest of all. For one point it is a capsule of
/// size zero.
[[nodiscard]] FittedCapsule capsuleAlong(const OrientedBox& box, const std::vector<Vec3>& points);

/// m³.
[[nodiscard]] double volumeOf(const Capsule& capsule);

}  // namespace sepax
