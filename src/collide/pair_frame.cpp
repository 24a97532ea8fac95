#include "collide/pair_frame.h"

#include <algorithm>
#include <cmath>

namespace sepax {

ConvexFeatures featuresFrom(const PosedShape& shape, const Vec3& origin) {
  return transformed(convexFeatures(shape.shape), shape.pose.rotation, shape.pose.position - origin);
}

double PairFrame::farthestCoordinate() const {
  double farthest = 0;
  for (const ConvexFeatures* shape : {&a, &b}) {
    for (const Vec3& v : shape->core.vertices) farthest = std::max({farthest, std::abs(v.x), std::abs(v.y), std::abs(v.z)});
  }
  return farthest;
}

PairFrame pairFrame(const PosedShape& a, const PosedShape& b, const PairSettings& settings) {
  const Vec3& origin = a.pose.position;
  return {featuresFrom(a, origin), featuresFrom(b, origin), origin, pairSize(a, b), touchingTolerance(a, b, settings)};
}

}  // namespace sepax
