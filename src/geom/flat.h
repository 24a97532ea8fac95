#pragma once

#include "core/error.h"
#include "geom/field.h"
#include "geom/types.h"

#include <array>
#include <tuple>

namespace sepax {

// Shapes without an inside. Two in one plane (in 2D: in one line) touch at most; crossing, they overlap as others do.

/// 2D segment from (−half_length, 0) to (half_length, 0).
struct Segment2 {
  double half_length = 0.5;
  static constexpr const char* kType = "segment";
  static constexpr bool kPlanar = true;
  static constexpr auto fields() {
    return std::tuple{Field<Segment2, double>{"half_length", &Segment2::half_length, 0, kMaxLength, "m",
                                              "Distance from the middle to the ends."}};
  }
  friend bool operator==(const Segment2&, const Segment2&) = default;
};

/// 3D segment from (0, −half_length, 0) to (0, half_length, 0).
struct Segment3 {
  double half_length = 0.5;
  static constexpr const char* kType = "segment";
  static constexpr bool kPlanar = false;
  static constexpr auto fields() {
    return std::tuple{Field<Segment3, double>{"half_length", &Segment3::half_length, 0, kMaxLength, "m",
                                              "Distance from the middle to the ends."}};
  }
  friend bool operator==(const Segment3&, const Segment3&) = default;
};

/// 2D: the body's origin alone.
struct Point2 {
  static constexpr const char* kType = "point";
  static constexpr bool kPlanar = true;
  static constexpr std::tuple<> fields() { return {}; }
  friend bool operator==(const Point2&, const Point2&) = default;
};

/// 3D: the body's origin alone.
struct Point3 {
  static constexpr const char* kType = "point";
  static constexpr bool kPlanar = false;
  static constexpr std::tuple<> fields() { return {}; }
  friend bool operator==(const Point3&, const Point3&) = default;
};

/// 3D triangle of three points in body space, seen from both sides.
struct Triangle {
  std::array<Vec3, 3> vertices{Vec3{-0.6, -0.4, 0.2}, Vec3{0.6, -0.4, 0.2}, Vec3{0, 0.6, -0.3}};
  static constexpr const char* kType = "triangle";
  static constexpr bool kPlanar = false;
  static constexpr auto fields() {
    return std::tuple{Field<Triangle, std::array<Vec3, 3>>{"vertices", &Triangle::vertices, -kMaxLength, kMaxLength,
                                                           "m", "The triangle's three corners."}};
  }
  friend bool operator==(const Triangle&, const Triangle&) = default;
};

/// Refuses corners in one line (a height below kFlatHull of its size): such a triangle has no plane.
[[nodiscard]] Result<void> validate(const Triangle& triangle);

}  // namespace sepax
