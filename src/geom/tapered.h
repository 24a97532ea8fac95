#pragma once

#include "geom/field.h"
#include "geom/types.h"

#include <algorithm>
#include <cmath>
#include <concepts>
#include <tuple>

namespace sepax {

/// 3D tapered capsule: the convex hull of a ball of `radius_start` around (0, −half_length, 0) and one of `radius_end`
/// around (0, half_length, 0). A ball that holds the other is all of it.
struct TaperedCapsule {
  double half_length = 0.5;
  double radius_start = 0.35;
  double radius_end = 0.15;
  static constexpr const char* kType = "tapered_capsule";
  static constexpr const char* kLabel = "tapered capsule";
  static constexpr bool kPlanar = false;
  static constexpr int kAxis = 1;
  static constexpr auto fields() {
    return std::tuple{Field<TaperedCapsule, double>{"half_length", &TaperedCapsule::half_length, 0, kMaxLength, "m",
                                                    "Half the distance between the centres of the balls at its ends."},
                      Field<TaperedCapsule, double>{"radius_start", &TaperedCapsule::radius_start, 0, kMaxLength, "m",
                                                    "Radius of the ball at -half_length, or at from."},
                      Field<TaperedCapsule, double>{"radius_end", &TaperedCapsule::radius_end, 0, kMaxLength, "m",
                                                    "Radius of the ball at +half_length, or at to."}};
  }
  friend bool operator==(const TaperedCapsule&, const TaperedCapsule&) = default;
};

/// 2D tapered capsule: the convex hull of a disc of `radius_start` around (−half_length, 0) and one of `radius_end`
/// around (half_length, 0). A disc that holds the other is all of it.
struct TaperedCapsule2 {
  double half_length = 0.5;
  double radius_start = 0.35;
  double radius_end = 0.15;
  static constexpr const char* kType = "tapered_capsule";
  static constexpr const char* kLabel = "tapered capsule";
  static constexpr bool kPlanar = true;
  static constexpr int kAxis = 0;
  static constexpr auto fields() {
    return std::tuple{Field<TaperedCapsule2, double>{"half_length", &TaperedCapsule2::half_length, 0, kMaxLength, "m",
                                                     "Half the distance between the centres of the discs at its ends."},
                      Field<TaperedCapsule2, double>{"radius_start", &TaperedCapsule2::radius_start, 0, kMaxLength, "m",
                                                     "Radius of the disc at -half_length, or at from."},
                      Field<TaperedCapsule2, double>{"radius_end", &TaperedCapsule2::radius_end, 0, kMaxLength, "m",
                                                     "Radius of the disc at +half_length, or at to."}};
  }
  friend bool operator==(const TaperedCapsule2&, const TaperedCapsule2&) = default;
};

template <class S>
concept Tapered = std::same_as<S, TaperedCapsule> || std::same_as<S, TaperedCapsule2>;

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
