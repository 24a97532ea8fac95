#pragma once

#include "geom/field.h"

#include <tuple>

namespace sepax {

/// 3D ball around the body's origin.
struct Sphere {
  double radius = 0.5;
  static constexpr const char* kType = "sphere";
  static constexpr bool kPlanar = false;
  static constexpr auto fields() {
    return std::tuple{Field<Sphere, double>{"radius", &Sphere::radius, 0, kLargestLength, "m", "Distance from the centre to the surface."}};
  }
  friend bool operator==(const Sphere&, const Sphere&) = default;
};

/// 3D capsule: all points within `radius` of the segment from (0, −half_length, 0) to (0, half_length, 0).
struct Capsule {
  double half_length = 0.5;
  double radius = 0.25;
  static constexpr const char* kType = "capsule";
  static constexpr bool kPlanar = false;
  static constexpr auto fields() {
    return std::tuple{
        Field<Capsule, double>{"half_length", &Capsule::half_length, 0, kLargestLength, "m",
                               "Half the length of the core segment, without the caps."},
        Field<Capsule, double>{"radius", &Capsule::radius, 0, kLargestLength, "m", "Distance from the core segment to the surface."}};
  }
  friend bool operator==(const Capsule&, const Capsule&) = default;
};

/// 2D disc around the body's origin.
struct Circle {
  double radius = 0.5;
  static constexpr const char* kType = "circle";
  static constexpr bool kPlanar = true;
  static constexpr auto fields() {
    return std::tuple{Field<Circle, double>{"radius", &Circle::radius, 0, kLargestLength, "m", "Distance from the centre to the rim."}};
  }
  friend bool operator==(const Circle&, const Circle&) = default;
};

/// 2D capsule: all points within `radius` of the segment from (−half_length, 0) to (half_length, 0).
struct Capsule2 {
  double half_length = 0.5;
  double radius = 0.25;
  static constexpr const char* kType = "capsule";
  static constexpr bool kPlanar = true;
  static constexpr auto fields() {
    return std::tuple{
        Field<Capsule2, double>{"half_length", &Capsule2::half_length, 0, kLargestLength, "m",
                                "Half the length of the core segment, without the caps."},
        Field<Capsule2, double>{"radius", &Capsule2::radius, 0, kLargestLength, "m", "Distance from the core segment to the rim."}};
  }
  friend bool operator==(const Capsule2&, const Capsule2&) = default;
};

}  // namespace sepax
