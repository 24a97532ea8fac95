#include "collide/window.h"

#include <algorithm>
#include <cmath>

#include "collide/sat_pair.h"
#include "geom/shape_bounds.h"
#include "geom/tolerances.h"

namespace sepax {

namespace {

/// How far a window extends, in radii of what it is for and in depths of that below the surface together.
constexpr double kWindow = 4;

PosedShape withWindow(const PosedShape& half_space, const Pose& pose, double window) {
  const double size = window > 0 ? window : 1;
  if (isPlanar(half_space.shape)) return {HalfSpace2{size}, pose};
  return {HalfSpace{size}, pose};
}

}  // namespace

BallAround ballAround(const PosedShape& shape) {
  const auto [low, high] = boundsOf(SupportMap(shape.shape, shape.pose.rotation, Vec3{0.0}));
  return {shape.pose.position + (low + high) / 2.0, length(high - low) / 2};
}

PosedShape windowBelow(const PosedShape& half_space, const BallAround& ball) {
  const double depth = std::max(0.0, ball.radius - heightAbove(half_space.pose, ball.centre));
  return withWindow(half_space, movedBelow(half_space.pose, ball.centre), kWindow * (ball.radius + depth));
}

std::pair<PosedShape, PosedShape> windowed(const PosedShape& a, const PosedShape& b) {
  return {isUnbounded(a.shape) ? windowBelow(a, ballAround(b)) : a,
          isUnbounded(b.shape) ? windowBelow(b, ballAround(a)) : b};
}

bool faceEachOther(const Pose& a, const Pose& b) {
  const Vec3 normal_a = halfSpaceNormal(a), normal_b = halfSpaceNormal(b);
  return dot(normal_a, normal_b) < 0 && length(crossAccurate(normal_a, normal_b)) <= kParallelEdges;
}

PairReport testHalfSpaces(const PosedShape& a, const PosedShape& b, const PairSettings& settings) {
  const double gap = heightAbove(a.pose, b.pose.position);
  if (faceEachOther(a.pose, b.pose)) {
    const double size = kWindow * std::abs(gap);
    const PosedShape seen_a = withWindow(a, movedBelow(a.pose, b.pose.position), size);
    PairReport report = runSat(seen_a, withWindow(b, b.pose, size), {touchingTolerance(a, b, settings)});
    report.manifold.reset();
    report.answer.contacts.clear();
    return report;
  }
  PairReport report;
  report.answer.verdict = Verdict::kOverlapping;
  report.answer.endless = true;
  report.answer.normal = halfSpaceNormal(a.pose);
  // A point of both: as far back along both normals as either needs.
  const Vec3 back = halfSpaceNormal(a.pose) + halfSpaceNormal(b.pose);
  const double depth = std::max({0.0, gap, heightAbove(b.pose, b.pose.position)});
  report.answer.closest_a = report.answer.closest_b =
      b.pose.position - back * (depth / dot(back, halfSpaceNormal(a.pose)));
  return report;
}

}  // namespace sepax
