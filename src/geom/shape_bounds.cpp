#include "geom/shape_bounds.h"

#include "geom/compound_data.h"

#include <limits>
#include <variant>

namespace sepax {

namespace {

/// The rounding that a product and a few sums may add, as a share of the largest length involved.
constexpr double kRounding = 16 * std::numeric_limits<double>::epsilon();

/// Half the sides of the box around a rotated one (Ericson 2005, 4.2.6).
Vec3 rotatedHalf(const Mat3& rotation, const Vec3& half) {
  Vec3 out{0.0};
  for (int c = 0; c < 3; ++c) out += glm::abs(rotation[c]) * half[c];
  return out;
}

MinMaxBox around(const Vec3& centre, const Vec3& half) { return {centre - half, centre + half}; }

MinMaxBox grown(MinMaxBox box) {
  for (int c = 0; c < 3; ++c) {
    const double slack = kRounding * (std::abs(box.min[c]) + std::abs(box.max[c]) + (box.max[c] - box.min[c]));
    box.min[c] -= slack;
    box.max[c] += slack;
  }
  return box;
}

/// Everything, but for what is above a plane along the world's axes.
MinMaxBox ofHalfSpace(const Pose& pose) {
  MinMaxBox box{Vec3{-kInfinity}, Vec3{kInfinity}};
  const Vec3 normal = halfSpaceNormal(pose);
  for (int c = 0; c < 3; ++c) {
    if (normal[c] == 1) box.max[c] = pose.position[c] + kRounding * std::abs(pose.position[c]);
    if (normal[c] == -1) box.min[c] = pose.position[c] - kRounding * std::abs(pose.position[c]);
  }
  return box;
}

}  // namespace

MinMaxBox boundsOf(const Shape& shape, const Pose& pose) {
  if (isUnbounded(shape)) return ofHalfSpace(pose);
  // Crowds are of these; the others take ten times as long.
  if (const auto* box = std::get_if<Box>(&shape))
    return grown(around(pose.position, rotatedHalf(pose.rotation, box->half_extents)));
  if (const auto* sphere = std::get_if<Sphere>(&shape)) return grown(around(pose.position, Vec3{sphere->radius}));
  if (const CompoundData* const compound = childrenOf(shape)) {
    MinMaxBox all;
    for (const CompoundChild& child : compound->children) {
      const MinMaxBox own = boundsOf(child.shape, composed(pose, child.pose));
      all = {glm::min(all.min, own.min), glm::max(all.max, own.max)};
    }
    return all;
  }
  return grown(boundsOf(SupportMap(shape, pose.rotation, pose.position)));
}

MinMaxBox boundsOf(const ConvexFeatures& features) {
  const MinMaxBox box = boundsOf(features.core.vertices);
  const Vec3 extent{features.radius, features.radius, features.planar ? 0 : features.radius};
  return {box.min - extent, box.max + extent};
}

MinMaxBox boundsOf(const SupportMap& map) {
  MinMaxBox box;
  for (int c = 0; c < 3; ++c) {
    Vec3 axis{0.0};
    axis[c] = 1;
    const double radius = map.planar() && c == 2 ? 0 : map.radius();
    box.min[c] = map(-axis).point[c] - radius;
    box.max[c] = map(axis).point[c] + radius;
  }
  return box;
}

}  // namespace sepax
