#pragma once

#include "geom/field.h"
#include "geom/types.h"

#include <tuple>
#include <type_traits>

namespace sepax {

/// 3D box or 2D rectangle around the body's origin: an oriented one, or a fixed one that never rotates and lies along
/// the world's axes. Zero half extents give a flat box, a segment or a point.
template <bool kInPlane, bool kFixed>
struct BoxIn {
  using Extents = std::conditional_t<kInPlane, Vec2, Vec3>;
  Extents half_extents{0.5};
  static constexpr const char* kType = kFixed ? "aabb" : "box";
  static constexpr const char* kLabel = kFixed ? "axis-aligned box" : "box";
  static constexpr bool kPlanar = kInPlane;
  static constexpr auto fields() {
    return std::tuple{Field<BoxIn, Extents>{"half_extents", &BoxIn::half_extents, 0, kMaxLength, "m",
                                            kInPlane ? "Distances from the centre to the sides along x and y."
                                                     : "Distances from the centre to the faces along x, y, z."}};
  }
  friend bool operator==(const BoxIn&, const BoxIn&) = default;
};
using Box = BoxIn<false, false>;
using Box2 = BoxIn<true, false>;
using FixedBox = BoxIn<false, true>;
using FixedBox2 = BoxIn<true, true>;

/// Half extents along x, y, z; z is zero in the plane.
template <bool kInPlane, bool kFixed>
[[nodiscard]] Vec3 halfExtentsOf(const BoxIn<kInPlane, kFixed>& box) {
  if constexpr (kInPlane)
    return {box.half_extents, 0.0};
  else
    return box.half_extents;
}

}  // namespace sepax
