#pragma once

#include "core/error.h"
#include "geom/field.h"
#include "geom/types.h"

#include <array>
#include <tuple>

namespace sepax {

// Shapes without an inside. Two in one plane (in 2D: in one line) touch at most; crossing, they overlap as others do.

/// Segment from −half_length to half_length on the axis y, in 2D x.
template <bool kInPlane>
struct SegmentIn {
  double half_length = 0.5;
  static constexpr const char* kType = "segment";
  static constexpr bool kPlanar = kInPlane;
  static constexpr int kAxis = kInPlane ? 0 : 1;
  static constexpr auto fields() {
    return std::tuple{Field<SegmentIn, double>{"half_length", &SegmentIn::half_length, 0, kMaxLength, "m",
                                               "Distance from the middle to the ends."}};
  }
  friend bool operator==(const SegmentIn&, const SegmentIn&) = default;
};
using Segment2 = SegmentIn<true>;
using Segment3 = SegmentIn<false>;

/// The body's origin alone.
template <bool kInPlane>
struct PointIn {
  static constexpr const char* kType = "point";
  static constexpr bool kPlanar = kInPlane;
  static constexpr std::tuple<> fields() { return {}; }
  friend bool operator==(const PointIn&, const PointIn&) = default;
};
using Point2 = PointIn<true>;
using Point3 = PointIn<false>;

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
