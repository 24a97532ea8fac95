#pragma once

#include "geom/shape.h"

#include <utility>

namespace sepax {

/// A ball that holds a bounded shape. World, metres.
struct BallAround {
  Vec3 centre{0.0};
  double radius = 0;
};
[[nodiscard]] BallAround ballAround(const PosedShape& shape);

/// How far a proxy of a half-space extends: this many times the radius of the other shape and its depth below the
/// surface together.
inline constexpr double kProxyExtent = 4;

/// The half-space's finite proxy with this size, metres, 1 where it is not positive, at a pose.
[[nodiscard]] PosedShape proxyOfSize(const PosedShape& half_space, const Pose& pose, double size);

/// The half-space's finite proxy for something within a ball. It lies below the ball and is deeper than the ball by
/// far, so that nothing in the ball is nearer to another side of the proxy than to its top.
[[nodiscard]] PosedShape proxyBelow(const PosedShape& half_space, const BallAround& ball);

/// A pair of which one side at most is a half-space, with that side replaced by its proxy below the other.
[[nodiscard]] std::pair<PosedShape, PosedShape> withProxies(const PosedShape& a, const PosedShape& b);

/// Whether two half-spaces with these poses face each other: only then is there a gap or a depth between them. Their
/// normals may miss being opposite by kParallelEdges.
[[nodiscard]] bool faceEachOther(const Pose& a, const Pose& b);

}  // namespace sepax
