#pragma once

#include "core/error.h"
#include "geom/box.h"
#include "geom/chain.h"
#include "geom/compound.h"
#include "geom/ellipsoid.h"
#include "geom/flat.h"
#include "geom/half_space.h"
#include "geom/heightfield.h"
#include "geom/hull.h"
#include "geom/mesh.h"
#include "geom/polygon.h"
#include "geom/round.h"
#include "geom/tapered.h"

#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

namespace sepax {

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
