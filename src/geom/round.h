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
    return std::tuple{Field<Sphere, double>{"radius", &Sphere::radius, 0, kMaxLength, "m",
                                            "Distance from the centre to the surface."}};
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
    return std::tuple{Field<Capsule, double>{"half_length", &Capsule::half_length, 0, kMaxLength, "m",
                                             "Half the length of the core segment, without the caps."},
                      Field<Capsule, double>{"radius", &Capsule::radius, 0, kMaxLength, "m",
                                             "Distance from the core segment to the surface."}};
  }
  friend bool operator==(const Capsule&, const Capsule&) = default;
};

/// 2D disc around the body's origin.
struct Circle {
  double radius = 0.5;
  static constexpr const char* kType = "circle";
  static constexpr bool kPlanar = true;
  static constexpr auto fields() {
    return std::tuple{
        Field<Circle, double>{"radius", &Circle::radius, 0, kMaxLength, "m", "Distance from the centre to the rim."}};
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
    return std::tuple{Field<Capsule2, double>{"half_length", &Capsule2::half_length, 0, kMaxLength, "m",
                                              "Half the length of the core segment, without the caps."},
                      Field<Capsule2, double>{"radius", &Capsule2::radius, 0, kMaxLength, "m",
                                              "Distance from the core segment to the rim."}};
  }
  friend bool operator==(const Capsule2&, const Capsule2&) = default;
};

/// 3D cylinder along y around the body's origin: a disc of `radius` swept from −half_length to +half_length.
struct Cylinder {
  double half_length = 0.5;
  double radius = 0.4;
  static constexpr const char* kType = "cylinder";
  static constexpr bool kPlanar = false;
  static constexpr auto fields() {
    return std::tuple{
        Field<Cylinder, double>{"half_length", &Cylinder::half_length, 0, kMaxLength, "m",
                                "Distance from the centre to the discs at the ends."},
        Field<Cylinder, double>{"radius", &Cylinder::radius, 0, kMaxLength, "m", "Radius of the discs at the ends."}};
  }
  friend bool operator==(const Cylinder&, const Cylinder&) = default;
};

/// 3D cone along y: apex at (0, half_length, 0), base disc of `radius` around (0, −half_length, 0).
struct Cone {
  double half_length = 0.5;
  double radius = 0.5;
  static constexpr const char* kType = "cone";
  static constexpr bool kPlanar = false;
  static constexpr auto fields() {
    return std::tuple{Field<Cone, double>{"half_length", &Cone::half_length, 0, kMaxLength, "m",
                                          "Half the height: from the middle to the apex, and to the base disc."},
                      Field<Cone, double>{"radius", &Cone::radius, 0, kMaxLength, "m", "Radius of the base disc."}};
  }
  friend bool operator==(const Cone&, const Cone&) = default;
};

}  // namespace sepax
