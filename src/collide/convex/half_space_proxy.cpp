#include "collide/convex/half_space_proxy.h"

#include <algorithm>
#include <cmath>

#include "geom/support.h"
#include "geom/tolerances.h"

namespace sepax {

PosedShape proxyOfSize(const PosedShape& half_space, const Pose& pose, double wanted) {
  const double size = wanted > 0 ? wanted : 1;
  if (isPlanar(half_space.shape)) return {HalfSpace2{size}, pose};
  return {HalfSpace{size}, pose};
}

BallAround ballAround(const PosedShape& shape) {
  const auto [low, high] = boundsOf(SupportMap(shape.shape, shape.pose.rotation, Vec3{0.0}));
  return {shape.pose.position + (low + high) / 2.0, length(high - low) / 2};
}

PosedShape proxyBelow(const PosedShape& half_space, const BallAround& ball) {
  const double depth = std::max(0.0, ball.radius - heightAbove(half_space.pose, ball.centre));
  return proxyOfSize(half_space, movedBelow(half_space.pose, ball.centre), kProxyExtent * (ball.radius + depth));
}

std::pair<PosedShape, PosedShape> withProxies(const PosedShape& a, const PosedShape& b) {
  return {isUnbounded(a.shape) ? proxyBelow(a, ballAround(b)) : a,
          isUnbounded(b.shape) ? proxyBelow(b, ballAround(a)) : b};
}

bool faceEachOther(const Pose& a, const Pose& b) {
  const Vec3 normal_a = halfSpaceNormal(a), normal_b = halfSpaceNormal(b);
  return dot(normal_a, normal_b) < 0 && length(crossAccurate(normal_a, normal_b)) <= kParallelEdges;
}

}  // namespace sepax
