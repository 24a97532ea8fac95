#pragma once

#include "core/error.h"
#include "geom/chain.h"
#include "geom/ellipsoid.h"
#include "geom/field.h"
#include "geom/heightfield.h"
#include "geom/hull.h"
#include "geom/mesh.h"
#include "geom/polygon.h"
#include "geom/round.h"
#include "geom/tapered.h"
#include "geom/types.h"

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

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

// Everything below a plane (in 2D: a line). It has no end, so its algorithms see a window of it: a box whose top lies
// on the plane, large enough that the other shape meets nothing but the top. The window is no part of the shape: every
// comparison of a half-space with a shape chooses it anew (collide/convex/sat_pair.h).

/// The solid below the plane, in 2D everything below the line, through the body's origin whose outward normal is the
/// body's y axis.
template <bool kInPlane>
struct HalfSpaceIn {
  double window = 1;  ///< half the width of the window, and its depth, metres
  static constexpr const char* kType = "half_space";
  static constexpr const char* kLabel = "half-space";
  static constexpr bool kPlanar = kInPlane;
  static constexpr std::tuple<> fields() { return {}; }
  friend bool operator==(const HalfSpaceIn&, const HalfSpaceIn&) { return true; }
};
using HalfSpace = HalfSpaceIn<false>;
using HalfSpace2 = HalfSpaceIn<true>;

/// The outward normal of a half-space with this pose, unit, world.
[[nodiscard]] inline Vec3 halfSpaceNormal(const Pose& pose) { return pose.rotation[1]; }

/// The pose of a half-space whose body space is multiplied by `scale`: mirrored along its normal it holds what was
/// outside, which half a turn does too.
[[nodiscard]] inline Pose scaledHalfSpace(const Pose& pose, const Vec3& scale) {
  const Mat3 half_turn{Vec3{-1, 0, 0}, Vec3{0, -1, 0}, Vec3{0, 0, 1}};
  return scale.y < 0 ? Pose{pose.position, pose.rotation * half_turn, pose.rest} : pose;
}

/// How high a point is above the surface of a half-space with this pose, metres; negative inside.
[[nodiscard]] inline double heightAbove(const Pose& pose, const Vec3& point) {
  return dot(point - pose.position, halfSpaceNormal(pose));
}

/// The half-space with its origin moved along the surface to below `point`: exactly so where the plane lies along world
/// axes.
[[nodiscard]] inline Pose movedBelow(const Pose& pose, const Vec3& point) {
  const Vec3 offset = point - pose.position, normal = halfSpaceNormal(pose);
  return {pose.position + (offset - dot(offset, normal) * normal), pose.rotation};
}

struct CompoundData;  // geom/compound_data.h: what a child is needs to know all shapes
[[nodiscard]] bool haveSameChildren(const CompoundData& a, const CompoundData& b);

/// Several convex shapes in one body, each where it is; they may overlap.
template <bool kInPlane>
struct CompoundIn {
  std::shared_ptr<const CompoundData> data;
  static constexpr const char* kType = "compound";
  static constexpr bool kPlanar = kInPlane;
  static constexpr auto fields() {
    return std::tuple{Field<CompoundIn, std::shared_ptr<const CompoundData>>{
        "children", &CompoundIn::data, -kMaxLength, kMaxLength, "m", "Convex shapes, each with a place in the body."}};
  }
  friend bool operator==(const CompoundIn& a, const CompoundIn& b) {
    return a.data == b.data || haveSameChildren(*a.data, *b.data);
  }
};
using Compound = CompoundIn<false>;
using Compound2 = CompoundIn<true>;

/// More than these are refused: the features of all children have numbers of their own in contacts.
inline constexpr std::size_t kMaxChildren = 4096;

/// All points within `margin` metres of a convex shape. A kind of its own: what knows plain boxes only never sees a
/// rounded one.
template <class S>
struct Rounded : S {
  double margin = 0.1;
  static constexpr auto fields() {
    return std::tuple_cat(S::fields(),
                          std::tuple{Field<Rounded, double>{"margin", &Rounded::margin, 0, kMaxLength, "m",
                                                            "Rounds the shape: how far it extends around its sides."}});
  }
  friend bool operator==(const Rounded&, const Rounded&) = default;
};

/// Every shape kind there is. Adding one: a struct with kType, kPlanar and fields(), an entry here, and its convex
/// features (geom/convex.cpp).
using ShapeVariant =
    std::variant<Circle, Box2, FixedBox2, Polygon, Capsule2, Segment2, Point2, Sphere, Box, FixedBox, Capsule, Cylinder,
                 Cone, Hull, Mesh, Triangle, Point3, HalfSpace2, HalfSpace, Segment3, Chain, Heightfield, Compound2,
                 Compound, Rounded<Box2>, Rounded<Polygon>, Rounded<Box>, Rounded<Cylinder>, Rounded<Cone>,
                 Rounded<Hull>, Rounded<Triangle>, TaperedCapsule2, TaperedCapsule, Ellipse, Ellipsoid,
                 Rounded<Ellipse>, Rounded<Ellipsoid>>;

/// One of them, to be asked as the variant it is. Copied, compared and destroyed in shape.cpp: code for each of the
/// kinds, which every file that holds a shape would otherwise compile anew.
struct Shape : ShapeVariant {
  Shape();
  template <class S>
  requires(!std::is_same_v<std::remove_cvref_t<S>, Shape> && std::is_constructible_v<ShapeVariant, S&&>)
      Shape(S&& shape)
      : ShapeVariant(std::forward<S>(shape)) {}
  template <std::size_t I>
  explicit Shape(std::in_place_index_t<I> kind) : ShapeVariant(kind) {}
  Shape(const Shape& other);
  Shape(Shape&& other) noexcept;
  Shape& operator=(const Shape& other);
  Shape& operator=(Shape&& other) noexcept;
  ~Shape();
  friend bool operator==(const Shape& x, const Shape& y);
};

template <class S>
inline constexpr bool kIsRounded = false;
template <class S>
inline constexpr bool kIsRounded<Rounded<S>> = true;

/// The S that a shape is or rounds; null when it is of another kind.
template <class S>
[[nodiscard]] const S* coreIf(const Shape& shape) {
  const Rounded<S>* const rounded = std::get_if<Rounded<S>>(&shape);
  return rounded != nullptr ? rounded : std::get_if<S>(&shape);
}

/// The name in case files ("box" is both Box and Box2: the case's space says which).
[[nodiscard]] std::string_view typeName(const Shape& shape);

/// A shape's kind for people, in the language of the window: "box", "盒子", "rounded box".
[[nodiscard]] std::string typeLabel(const Shape& shape);

/// True for shapes of the plane z = 0.
[[nodiscard]] bool isPlanar(const Shape& shape);

/// A shape and where it is.
struct PosedShape {
  Shape shape;
  Pose pose;
};

/// False for shapes that pair tests take apart (geom/pieces.h): meshes, heightfields, chains and compounds, whatever
/// they enclose, and polygons with a reflex corner.
[[nodiscard]] bool isConvex(const Shape& shape);

/// True for kinds that every mirror image through a plane of two body axes leaves as they are; of a cone, which has an
/// apex, and of a tapered capsule in space the planes along its axis.
[[nodiscard]] bool isItsMirrorImage(const Shape& shape);

/// The triangles of a mesh or heightfield; null for other kinds.
[[nodiscard]] const MeshData* trianglesOf(const Shape& shape);

/// True for meshes that are not closed, heightfields and chains: they have no inside.
[[nodiscard]] bool isSurface(const Shape& shape);

/// The children of a compound; null for other kinds.
[[nodiscard]] const CompoundData* childrenOf(const Shape& shape);

/// True for half-spaces: they have no end.
[[nodiscard]] bool isUnbounded(const Shape& shape);

/// True for axis-aligned boxes: a body with one may not be rotated.
[[nodiscard]] bool neverRotates(const Shape& shape);

/// Refuses NaN, infinity, numbers outside a field's range, bad polygons, rounded concave ones, triangles without a
/// plane and missing hull data; `where` names the field.
[[nodiscard]] Result<void> validate(const Shape& shape);

/// Longest side of the shape's axis-aligned bounds in body space, metres: the "size" that tolerances scale with. 0 of a
/// half-space: the other shape's counts.
[[nodiscard]] double sizeOf(const Shape& shape);

/// How far the shape that is tested may be off the given one, metres: a hull of points that lie almost in a plane is
/// tested as if they did, those inside its outline left out.
[[nodiscard]] double flattenedBy(const Shape& shape);

/// The shape with each axis of body space multiplied by `scale`; negative factors mirror it. Refuses factors of 0 and
/// not finite ones, uneven ones for round shapes, which would stop being round (a cylinder or cone may grow along its
/// axis alone), and cones upside down; a tapered capsule upside down has its radii exchanged. An ellipsoid without a
/// margin takes any.
[[nodiscard]] Result<Shape> scaled(const Shape& shape, const Vec3& scale);

/// Calls `visit(field, member)` for each field of the shape it holds; with a mutable shape the member is mutable.
template <class AnyShape, class Visitor>
void forEachField(AnyShape& shape, Visitor&& visit) {
  std::visit(
      [&]([[maybe_unused]] auto& held) {
        std::apply([&]([[maybe_unused]] const auto&... field) { (visit(field, held.*(field.member)), ...); },
                   std::decay_t<decltype(held)>::fields());
      },
      shape);
}

}  // namespace sepax
