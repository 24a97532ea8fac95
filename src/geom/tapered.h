#pragma once

#include "geom/field.h"
#include "geom/types.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace sepax {

/// Tapered capsule: the convex hull of a ball of `radius_start` around −half_length and one of `radius_end` around
/// half_length on the axis y; in 2D of two discs on x. A ball that holds the other is all of it.
template <bool kInPlane>
struct TaperedIn {
  double half_length = 0.5;
  double radius_start = 0.35;
  double radius_end = 0.15;
  static constexpr const char* kType = "tapered_capsule";
  static constexpr const char* kLabel = "tapered capsule";
  static constexpr bool kPlanar = kInPlane;
  static constexpr int kAxis = kInPlane ? 0 : 1;
  static constexpr auto fields() {
    return std::tuple{
        Field<TaperedIn, double>{"half_length", &TaperedIn::half_length, 0, kMaxLength, "m",
                                 kInPlane ? "Half the distance between the centres of the discs at its ends."
                                          : "Half the distance between the centres of the balls at its ends."},
        Field<TaperedIn, double>{"radius_start", &TaperedIn::radius_start, 0, kMaxLength, "m",
                                 kInPlane ? "Radius of the disc at -half_length, or at from."
                                          : "Radius of the ball at -half_length, or at from."},
        Field<TaperedIn, double>{"radius_end", &TaperedIn::radius_end, 0, kMaxLength, "m",
                                 kInPlane ? "Radius of the disc at +half_length, or at to."
                                          : "Radius of the ball at +half_length, or at to."}};
  }
  friend bool operator==(const TaperedIn&, const TaperedIn&) = default;
};
using TaperedCapsule = TaperedIn<false>;
using TaperedCapsule2 = TaperedIn<true>;

template <class S>
concept Tapered = OneOf<S, TaperedCapsule, TaperedCapsule2>;

// Facts about a tapered capsule, its start at −half_length and its end at +half_length on its axis.

/// Whether one ball holds the other.
template <Tapered S>
[[nodiscard]] bool isBall(const S& s) {
  return std::abs(s.radius_start - s.radius_end) >= 2 * s.half_length;
}

/// Where on the axis the larger ball is.
template <Tapered S>
[[nodiscard]] double largerAt(const S& s) {
  return s.radius_start < s.radius_end ? s.half_length : -s.half_length;
}

/// Sine of the angle by which the side's outward normals lean towards the end. Expects that it is no ball.
template <Tapered S>
[[nodiscard]] double sideSine(const S& s) {
  return (s.radius_start - s.radius_end) / (2 * s.half_length);
}

/// Its cosine, to the last digits of one that nearly is a ball.
template <Tapered S>
[[nodiscard]] double sideCosine(const S& s) {
  const double taper = std::abs(s.radius_start - s.radius_end), length = 2 * s.half_length;
  return std::sqrt((length - taper) * (length + taper)) / length;
}

/// How far it extends along its axis, from `low` to `high`.
struct AxialExtent {
  double low, high;
};
template <Tapered S>
[[nodiscard]] AxialExtent axialExtent(const S& s) {
  return {std::min(-s.half_length - s.radius_start, s.half_length - s.radius_end),
          std::max(-s.half_length + s.radius_start, s.half_length + s.radius_end)};
}

}  // namespace sepax
