#include "collide/pair/pair_frame.h"

#include <algorithm>

#include "geom/support.h"

namespace sepax {

ConvexFeatures featuresFrom(const PosedShape& shape, const Vec3& origin) {
  return transformed(convexFeatures(shape.shape), shape.pose.rotation, shape.pose.position - origin);
}

ConvexFeatures trueFeaturesFrom(const PosedShape& shape, const Vec3& origin) {
  return transformed(trueFeatures(shape.shape), shape.pose.rotation, shape.pose.position - origin);
}

double PairFrame::farthestCoordinate() const { return std::max(coreMap(a).extent(), coreMap(b).extent()); }

PairFrame pairFrame(const PosedShape& a, const PosedShape& b, const PairSettings& settings) {
  const Vec3& origin = a.pose.position;
  return {trueFeaturesFrom(a, origin), trueFeaturesFrom(b, origin), origin, pairSize(a, b),
          touchingTolerance(a, b, settings)};
}

double pairExtent(const PosedShape& a, const PosedShape& b) {
  const PairFrame frame = pairFrame(a, b);
  return frame.size + frame.farthestCoordinate();
}

}  // namespace sepax
