#include "geom/capsule_fit.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

namespace sepax {

double volumeOf(const Capsule& capsule) {
  const double r = capsule.radius;
  return std::numbers::pi * r * r * (2 * capsule.half_length + 4.0 / 3 * r);
}

FittedCapsule capsuleAlong(const OrientedBox& box, const std::vector<Vec3>& points) {
  FittedCapsule best;
  double least = std::numeric_limits<double>::infinity();
  for (int axis = 0; axis < 3; ++axis) {
    const Vec3 along = box.axes[axis];
    double square = 0;
    std::vector<std::pair<double, double>> spots;  // along the axis, squared distance from it
    for (const Vec3& point : points) {
      const double t = dot(point - box.centre, along);
      const Vec3 off = point - box.centre - along * t;
      spots.emplace_back(t, dot(off, off));
      square = std::max(square, spots.back().second);
    }
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const auto& [t, away] : spots) {
      const double cap = std::sqrt(std::max(0.0, square - away));
      low = std::min(low, t + cap);
      high = std::max(high, t - cap);
    }
    const Capsule capsule{std::max(0.0, (high - low) / 2), std::sqrt(square)};
    if (!(volumeOf(capsule) < least)) continue;
    least = volumeOf(capsule);
    // A capsule lies along its own y; taken in cyclic order, the three axes stay right-handed.
    best = {capsule, Pose{box.centre + along * ((low + high) / 2),
                          Mat3{box.axes[(axis + 2) % 3], along, box.axes[(axis + 1) % 3]}}};
  }
  return best;
}

}  // namespace sepax
