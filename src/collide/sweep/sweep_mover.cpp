#include "collide/sweep/sweep_mover.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "geom/convex.h"
#include "geom/portable_math.h"

namespace sepax {

namespace {

/// Displacements up to this, of size, are rounding.
constexpr double kAtRest = 4 * std::numeric_limits<double>::epsilon();

/// Points of a curved core farthest from any axis are among these: the centres of rims with the rims' radius, of a drop
/// the ball's centre and the point, or of an ellipsoid the centre, with what surrounds it.
struct Outline {
  std::vector<Vec3> points;
  double rim = 0;
  double ball = 0;  ///< around the first point
  std::optional<CurvedCore> ellipsoid;
};

/// The longer half axis of an ellipsoid seen along a unit direction.
double widthAcross(const CurvedCore& ellipsoid, const Vec3& axis) {
  const Vec3 u = anyPerpendicular(axis), v = crossAccurate(axis, u), p = ellipsoid.halfAlong(u),
             q = ellipsoid.halfAlong(v);
  const double mean = (dot(p, p) + dot(q, q)) / 2, half = (dot(p, p) - dot(q, q)) / 2;
  return std::sqrt(mean + portable::hypot(half, dot(p, q)));
}

/// How much of an ellipsoid's outline seen along an axis, around which it is rotated, is not round; metres.
double outOfRound(const CurvedCore& ellipsoid, const Vec3& axis) {
  const Vec3 u = anyPerpendicular(axis), v = crossAccurate(axis, u), p = ellipsoid.halfAlong(u),
             q = ellipsoid.halfAlong(v);
  const double along = length(ellipsoid.halfAlong(axis));
  // Off its axes it is not round however its outline looks: the point farthest along the axis goes round.
  const Vec3 top =
      ellipsoid.rotation * (ellipsoid.half_axes * (along > 0 ? ellipsoid.halfAlong(axis) / along : Vec3{0.0}));
  return std::max({std::abs(length(p) - length(q)), std::abs(dot(p, q)) / std::max(length(p), 1e-300),
                   length(top - dot(top, axis) * axis)});
}

Outline outlineOf(const Shape& shape, const Mat3& rotation, const Vec3& offset) {
  const auto rims = [&](double half_length, double radius) {
    return Outline{{offset + half_length * rotation[1], offset - half_length * rotation[1]}, radius, 0, std::nullopt};
  };
  if (const auto* cylinder = coreIf<Cylinder>(shape)) return rims(cylinder->half_length, cylinder->radius);
  if (const auto* cone = coreIf<Cone>(shape)) return rims(cone->half_length, cone->radius);
  const ConvexFeatures features = transformed(trueFeatures(shape), rotation, offset);
  const bool is_ellipsoid = features.curved && features.curved->kind == CurvedKind::kEllipsoid;
  return {features.core.vertices, 0, features.curved ? features.curved->radius : 0,
          is_ellipsoid ? features.curved : std::nullopt};
}

void takeCorners(Mover& mover) {
  if (mover.core.kind() != SupportKind::kVertices) return;
  const std::span<const Vec3> corners = mover.core.vertices();
  mover.corners.resize(corners.size());
  const VectorRows rows = mover.corners.rows();
  for (std::size_t i = 0; i < mover.corners.padded(); ++i) {
    const Vec3& corner = corners[std::min(i, corners.size() - 1)];
    rows.x[i] = corner.x;
    rows.y[i] = corner.y;
    rows.z[i] = corner.z;
  }
}

}  // namespace

Motion possible(const Shape& shape, Motion motion) {
  if (neverRotates(shape)) motion.angular = Vec3{0.0};
  if (isPlanar(shape)) {
    motion.linear.z = 0;
    motion.angular = {0, 0, motion.angular.z};
  }
  return motion;
}

Mover moverOf(const PosedShape& shape, const Motion& motion, const Vec3& origin) {
  const Vec3 about = motion.about.value_or(shape.pose.position), offset = shape.pose.position - about;
  Mover mover{SupportMap(shape.shape, shape.pose.rotation, offset),
              about - origin,
              motion.linear,
              motion.angular,
              {offset, shape.pose.rotation}};
  takeCorners(mover);
  const Vec3 axis = normalizedOr(motion.angular, Vec3{0.0});
  const bool is_polytope = mover.core.kind() == SupportKind::kVertices;
  const Outline outline = is_polytope ? Outline{} : outlineOf(shape.shape, shape.pose.rotation, offset);
  const std::span<const Vec3> points = is_polytope ? mover.core.vertices() : outline.points;
  // How far a rim extends along the axis.
  const double perpendicular = outline.rim > 0 ? length(glm::cross(axis, shape.pose.rotation[1])) : 0;
  double low = kInfinity, high = -kInfinity, squared = 0;
  for (const Vec3& p : points) {
    const double along = dot(p, axis);
    const Vec3 across = p - along * axis;
    squared = std::max(squared, dot(across, across));
    low = std::min(low, along);
    high = std::max(high, along);
  }
  const double centre_line = std::sqrt(squared);
  mover.arm = centre_line + outline.rim;
  mover.low = low - perpendicular * outline.rim;
  mover.high = high + perpendicular * outline.rim;
  if (outline.ball > 0) {
    const double along = dot(points[0], axis);
    mover.arm = std::max(mover.arm, length(points[0] - along * axis) + outline.ball);
    mover.low = std::min(mover.low, along - outline.ball);
    mover.high = std::max(mover.high, along + outline.ball);
  }
  const double still = kAtRest * sizeOf(shape.shape);
  if (outline.ellipsoid && axis != Vec3{0.0}) {
    const double along = length(outline.ellipsoid->halfAlong(axis));
    mover.arm += widthAcross(*outline.ellipsoid, axis);
    mover.low -= along;
    mover.high += along;
    if (outOfRound(*outline.ellipsoid, axis) > still) return mover;
  }
  if (centre_line <= still && perpendicular * outline.rim <= still) mover.angular = Vec3{0.0};
  return mover;
}

Mover seenFrom(const Mover& mover, double time, TimeSense sense) {
  Mover out = mover;
  const Mat3 turn = rotationAfter(mover.angular, time);
  out.core = mover.core.moved(turn, Vec3{0.0});
  takeCorners(out);
  out.body = {turn * mover.body.position, turn * mover.body.rotation};
  out.about += time * mover.linear;
  if (sense == TimeSense::kForwards) return out;
  out.linear = -mover.linear;
  out.angular = -mover.angular;
  out.low = -mover.high;  // along the axis, which points the other way now
  out.high = -mover.low;
  return out;
}

SupportMap envelopeOf(const Mover& mover) {
  if (mover.spin() == 0) return mover.at(0);
  const Vec3 axis = normalizedOr(mover.angular, {0, 0, 1});
  if (mover.core.planar()) return SupportMap(Circle{mover.arm}, Mat3{1.0}, mover.about);
  const Vec3 side = anyPerpendicular(axis);
  const Mat3 upright{side, axis, glm::cross(side, axis)};
  return SupportMap(Cylinder{(mover.high - mover.low) / 2, mover.arm}, upright,
                    mover.about + (mover.low + mover.high) / 2 * axis);
}

}  // namespace sepax
