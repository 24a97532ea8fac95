#pragma once

#include <glm/mat3x3.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace sepax {

/// From 1 to the next double: what rounding once may cost, twice over.
inline constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
/// A time that never comes (minus: that always was), a length without an end.
inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Reference precision is double throughout; lengths are metres, angles radians.
using Vec2 = glm::dvec2;
using Vec3 = glm::dvec3;
using Mat3 = glm::dmat3;  ///< column major, as GLM: m[c] is column c

/// Quaternion as files write it: x, y, z, w. A plain value of our own because GLM's member order changed between
/// versions.
struct Quat {
  double x = 0, y = 0, z = 0, w = 1;
  friend bool operator==(const Quat&, const Quat&) = default;
};

[[nodiscard]] inline double dot(const Vec3& a, const Vec3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
[[nodiscard]] inline double length(const Vec3& v) { return std::sqrt(dot(v, v)); }

/// The size of the largest coordinate: squares of tiny lengths vanish.
[[nodiscard]] inline double largest(const Vec3& v) {
  return std::max(std::max(std::abs(v.x), std::abs(v.y)), std::abs(v.z));
}

/// Cross product whose every component has a relative error of at most 1.5 ulp (Kahan's difference of products,
/// Jeannerod, Louvet, Muller 2013): nearly parallel edges still give an axis that is perpendicular to both.
[[nodiscard]] Vec3 crossAccurate(const Vec3& a, const Vec3& b);

/// The unit vector along `v`, or `fallback` when `v` is zero or not finite. Safe for denormal and huge components.
[[nodiscard]] Vec3 normalizedOr(const Vec3& v, const Vec3& fallback);

/// The point of a segment from `a` to `b` that is nearest to a point.
[[nodiscard]] Vec3 nearestOnSegment(const Vec3& a, const Vec3& b, const Vec3& p);

/// Some unit vector perpendicular to the unit vector `v`; the same one every time.
[[nodiscard]] Vec3 anyPerpendicular(const Vec3& v);

[[nodiscard]] bool isFinite(const Vec3& v);

/// Rotation matrix of a quaternion, M(q)/(q·q): exact for any length but zero.
[[nodiscard]] Mat3 matrixOf(const Quat& q);
/// Sine and cosine of an angle in radians, exact where it is a whole number of quarter turns as doubles round it:
/// cos(π/2) is 0 here.
struct SineCosine {
  double sine = 0, cosine = 1;
};
[[nodiscard]] SineCosine sineCosineOf(double angle);
/// Radians of an angle in degrees; whole numbers of quarter turns stay such (sineCosineOf).
[[nodiscard]] double radiansOf(double degrees);
/// Rotation by `angle` radians about +z, straight from its sine and cosine.
[[nodiscard]] Mat3 matrixOfAngle(double angle);
/// Rotation of `angle` radians about the unit `axis` by Rodrigues' formula: quarter turns about coordinate axes are
/// exact.
[[nodiscard]] Mat3 matrixAbout(const Vec3& axis, double angle);
/// The quaternion (w >= 0) of a rotation matrix.
[[nodiscard]] Quat quaternionOf(const Mat3& m);
/// The matrix itself when its columns are orthonormal to rounding, else a rotation next to it: engines write matrices
/// of floats, and a shape must not be stretched by their rounding.
[[nodiscard]] Mat3 nearestRotation(const Mat3& m);
/// Rotation of `angle` radians about the unit `axis`.
[[nodiscard]] Quat quaternionAbout(const Vec3& axis, double angle);
[[nodiscard]] Quat operator*(const Quat& a, const Quat& b);
[[nodiscard]] Quat normalized(const Quat& q);

/// Where a body is: world point = position + rotation · body point.
struct Pose {
  Vec3 position{0.0};
  Mat3 rotation{1.0};
  /// The part of the position that rounding took away, metres: half the last digit at most. Queries about a pair, a ray
  /// or a point add it to differences of positions; a single point in the world is rounded as much anyway.
  Vec3 rest{0.0};
};

[[nodiscard]] inline Vec3 toWorld(const Pose& world_from_body, const Vec3& point_in_body) {
  return world_from_body.position + world_from_body.rotation * point_in_body;
}

/// Where something with the pose `inner` in a body's space is, the body being at `outer`.
[[nodiscard]] inline Pose composed(const Pose& outer, const Pose& inner) {
  return {toWorld(outer, inner.position), outer.rotation * inner.rotation, outer.rest};
}

}  // namespace sepax
