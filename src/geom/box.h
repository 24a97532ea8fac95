#pragma once

#include "geom/field.h"
#include "geom/types.h"

#include <tuple>

namespace sepax {

/// 3D oriented box around the body's origin; zero half extents give a flat box, a segment or a point.
struct Box {
  Vec3 half_extents{0.5};
  static constexpr const char* kType = "box";
  static constexpr bool kPlanar = false;
  static constexpr auto fields() {
    return std::tuple{Field<Box, Vec3>{"half_extents", &Box::half_extents, 0, kMaxLength, "m",
                                       "Distances from the centre to the faces along x, y, z."}};
  }
  friend bool operator==(const Box&, const Box&) = default;
};

/// 2D oriented box (rectangle) around the body's origin.
struct Box2 {
  Vec2 half_extents{0.5};
  static constexpr const char* kType = "box";
  static constexpr bool kPlanar = true;
  static constexpr auto fields() {
    return std::tuple{Field<Box2, Vec2>{"half_extents", &Box2::half_extents, 0, kMaxLength, "m",
                                        "Distances from the centre to the sides along x and y."}};
  }
  friend bool operator==(const Box2&, const Box2&) = default;
};

/// 3D box along the world's axes around the body's origin: a box that never rotates.
struct FixedBox {
  Vec3 half_extents{0.5};
  static constexpr const char* kType = "aabb";
  static constexpr const char* kLabel = "axis-aligned box";
  static constexpr bool kPlanar = false;
  static constexpr auto fields() {
    return std::tuple{Field<FixedBox, Vec3>{"half_extents", &FixedBox::half_extents, 0, kMaxLength, "m",
                                            "Distances from the centre to the faces along x, y, z."}};
  }
  friend bool operator==(const FixedBox&, const FixedBox&) = default;
};

/// 2D box along the world's axes around the body's origin: a box that never rotates.
struct FixedBox2 {
  Vec2 half_extents{0.5};
  static constexpr const char* kType = "aabb";
  static constexpr const char* kLabel = "axis-aligned box";
  static constexpr bool kPlanar = true;
  static constexpr auto fields() {
    return std::tuple{Field<FixedBox2, Vec2>{"half_extents", &FixedBox2::half_extents, 0, kMaxLength, "m",
                                             "Distances from the centre to the sides along x and y."}};
  }
  friend bool operator==(const FixedBox2&, const FixedBox2&) = default;
};

}  // namespace sepax
