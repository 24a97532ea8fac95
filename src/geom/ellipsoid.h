#pragma once

#include "geom/field.h"
#include "geom/types.h"

#include <algorithm>
#include <tuple>

namespace sepax {

/// 3D ellipsoid around the body's origin, its axes along the body's. One half axis of zero makes it an elliptic disc,
/// two a segment, three a point.
struct Ellipsoid {
  Vec3 half_axes{0.75, 0.5, 0.25};
  static constexpr const char* kType = "ellipsoid";
  static constexpr bool kPlanar = false;
  static constexpr auto fields() {
    return std::tuple{Field<Ellipsoid, Vec3>{"half_axes", &Ellipsoid::half_axes, 0, kMaxLength, "m",
                                             "Distances from the centre to the surface along x, y, z."}};
  }
  friend bool operator==(const Ellipsoid&, const Ellipsoid&) = default;
};

/// 2D ellipse around the body's origin, its axes along the body's. One half axis of zero makes it a segment, two a
/// point.
struct Ellipse {
  Vec2 half_axes{0.75, 0.4};
  static constexpr const char* kType = "ellipse";
  static constexpr bool kPlanar = true;
  static constexpr auto fields() {
    return std::tuple{Field<Ellipse, Vec2>{"half_axes", &Ellipse::half_axes, 0, kMaxLength, "m",
                                           "Distances from the centre to the outline along x and y."}};
  }
  friend bool operator==(const Ellipse&, const Ellipse&) = default;
};

template <class S>
concept Elliptic = OneOf<S, Ellipsoid, Ellipse>;

/// Half axes along x, y, z; z is zero in the plane.
[[nodiscard]] inline Vec3 halfAxesOf(const Ellipsoid& s) { return s.half_axes; }
[[nodiscard]] inline Vec3 halfAxesOf(const Ellipse& s) { return {s.half_axes, 0.0}; }

/// The longest of the half axes.
template <Elliptic S>
[[nodiscard]] double longestHalfAxis(const S& s) {
  const Vec3 half = halfAxesOf(s);
  return std::max({half.x, half.y, half.z});
}

/// How an ellipsoid or ellipse degenerates. Balls, segments and points are answered as those kinds are.
enum class EllipsoidForm { kPoint, kSegment, kBall, kDisc, kCurved };
struct EllipsoidFacts {
  EllipsoidForm form = EllipsoidForm::kCurved;
  int axis = 0;  ///< of a segment its own, of a disc the one across it
};
template <Elliptic S>
[[nodiscard]] EllipsoidFacts factsOf(const S& s) {
  constexpr int kDimensions = S::kPlanar ? 2 : 3;
  const Vec3 half = halfAxesOf(s);
  int zeros = 0, longest = 0, zero = 0;
  bool equal = true;
  for (int c = 0; c < kDimensions; ++c) {
    if (half[c] > half[longest]) longest = c;
    equal = equal && half[c] == half[0];
    if (half[c] != 0) continue;
    ++zeros;
    zero = c;
  }
  if (zeros == kDimensions) return {EllipsoidForm::kPoint};
  if (zeros == kDimensions - 1) return {EllipsoidForm::kSegment, longest};
  if (equal) return {EllipsoidForm::kBall};
  return zeros == 1 ? EllipsoidFacts{EllipsoidForm::kDisc, zero} : EllipsoidFacts{};
}

/// The point of an ellipsoid's surface that is nearest to a point, both in its own frame, metres.
struct NearestOnEllipsoid {
  Vec3 point{0.0};
  Vec3 normal{0.0};     ///< unit, outward there
  double distance = 0;  ///< positive outside; negative inside
};

/// For an ellipsoid, or for an ellipse of the plane z = 0. Half axes of zero are allowed: nothing lies inside of a
/// disc. When several points are nearest, one of them. By the root of the secular equation, which bisection finds to
/// the last digit (Eberly 2013).
[[nodiscard]] NearestOnEllipsoid nearestOn(const Ellipsoid& ellipsoid, const Vec3& point);
[[nodiscard]] NearestOnEllipsoid nearestOn(const Ellipse& ellipse, const Vec3& point);

}  // namespace sepax
