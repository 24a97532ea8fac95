#pragma once

#include "geom/field.h"

#include <tuple>

namespace sepax {

/// 3D ball or 2D disc around the body's origin.
template <bool kInPlane>
struct BallIn {
  double radius = 0.5;
  static constexpr const char* kType = kInPlane ? "circle" : "sphere";
  static constexpr bool kPlanar = kInPlane;
  static constexpr auto fields() {
    return std::tuple{Field<BallIn, double>{
        "radius", &BallIn::radius, 0, kMaxLength, "m",
        kInPlane ? "Distance from the centre to the rim." : "Distance from the centre to the surface."}};
  }
  friend bool operator==(const BallIn&, const BallIn&) = default;
};
using Sphere = BallIn<false>;
using Circle = BallIn<true>;

/// All points within `radius` of the segment from −half_length to half_length on the axis y, in 2D x.
template <bool kInPlane>
struct CapsuleIn {
  double half_length = 0.5;
  double radius = 0.25;
  static constexpr const char* kType = "capsule";
  static constexpr bool kPlanar = kInPlane;
  static constexpr int kAxis = kInPlane ? 0 : 1;
  static constexpr auto fields() {
    return std::tuple{Field<CapsuleIn, double>{"half_length", &CapsuleIn::half_length, 0, kMaxLength, "m",
                                               "Half the length of the core segment, without the caps."},
                      Field<CapsuleIn, double>{"radius", &CapsuleIn::radius, 0, kMaxLength, "m",
                                               kInPlane ? "Distance from the core segment to the rim."
                                                        : "Distance from the core segment to the surface."}};
  }
  friend bool operator==(const CapsuleIn&, const CapsuleIn&) = default;
};
using Capsule = CapsuleIn<false>;
using Capsule2 = CapsuleIn<true>;

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
