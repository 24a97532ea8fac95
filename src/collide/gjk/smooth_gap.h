#pragma once

#include "collide/gjk/gjk.h"
#include "geom/types.h"

#include <array>
#include <optional>

namespace sepax {

/// A part of a core where its support function is smooth: a corner, the rim of a cap, a ball, an ellipsoid. Along a
/// unit direction it extends by point · L + |halfᵀ L|. Metres, or scaled.
struct SmoothPart {
  Vec3 point{0.0};
  Mat3 half{0.0};  ///< its half axes as columns; zero of a corner, and of a rim the one across it

  [[nodiscard]] Vec3 along(const Vec3& direction) const {
    return {dot(half[0], direction), dot(half[1], direction), dot(half[2], direction)};
  }
  [[nodiscard]] double extent(const Vec3& direction) const { return dot(point, direction) + length(along(direction)); }
  /// The farthest point; of a rim seen along its axis the centre.
  [[nodiscard]] Vec3 support(const Vec3& direction) const {
    return point + half * normalizedOr(along(direction), Vec3{0.0});
  }
};

/// All coordinates times `scale`.
[[nodiscard]] SmoothPart ellipsoidPart(const CurvedCore& ellipsoid, double scale);
[[nodiscard]] SmoothPart rimPart(const CurvedCore& core, const Vec3& centre, double scale);
[[nodiscard]] SmoothPart ballPart(const Vec3& centre, double radius);

/// The overlap of two parts as a function of a unit direction from A to B: minus their gap. Coordinates of about one.
class SmoothOverlap {
 public:
  SmoothOverlap(const SmoothPart& a, const SmoothPart& b);
  [[nodiscard]] double operator()(const Vec3& direction) const;
  /// The point of A ⊖ B farthest along the direction: the overlap's gradient.
  [[nodiscard]] Vec3 gradient(const Vec3& direction) const;
  /// The symmetric matrix of its second derivatives.
  [[nodiscard]] Mat3 hessian(const Vec3& direction) const;
  /// No value is larger.
  [[nodiscard]] double extent() const { return extent_; }

 private:
  Vec3 between_;  ///< from B's point to A's
  std::array<SmoothPart, 2> parts_;
  double extent_;
};

/// A direction near `start` at which the overlap is locally least: Newton's method on the sphere of directions, or with
/// `perpendicular` (unit) on the circle across it; with steps that always fall, as long as a half radian at most, along
/// the negative curvature where that is. Unit; `start` where it is level already.
[[nodiscard]] Vec3 leastNear(const SmoothOverlap& overlap, const Vec3& start,
                             const std::optional<Vec3>& perpendicular = std::nullopt);

/// GJK's answer for cores of which one is round, with the direction to rounding and the points where the normals are
/// opposite: GJK alone knows the direction to the root of its gap. Two polytopes, and what is no better, are returned
/// as found.
[[nodiscard]] GjkResult polished(const SupportMap& a, const SupportMap& b, GjkResult found);

/// A direction along which the cores overlap least near one that GJK found with B moved out by a shift: with the
/// features of `apart`. Unit; never one that separates less than `direction`.
[[nodiscard]] Vec3 leastOverlapBy(const SupportMap& a, const SupportMap& b, const GjkResult& apart,
                                  const Vec3& direction);

}  // namespace sepax
