#pragma once

#include "core/error.h"
#include "geom/box.h"
#include "geom/flat.h"
#include "geom/hull.h"
#include "geom/mesh.h"
#include "geom/polygon.h"
#include "geom/round.h"

#include <string_view>
#include <variant>

namespace sepax {

/// Every shape kind there is. Adding one: a struct with kType, kPlanar and fields(), an entry here, and its convex features
/// (geom/convex.cpp).
using Shape = std::variant<Circle, Box2, FixedBox2, Polygon, Capsule2, Segment2, Point2, Sphere, Box, FixedBox, Capsule, Cylinder, Cone,
                           Hull, Mesh, Triangle, Point3>;

/// The name in case files ("box" is both Box and Box2: the case's space says which).
[[nodiscard]] std::string_view typeName(const Shape& shape);

/// The same for people, in the language of the window: "box", "盒子".
[[nodiscard]] const char* typeLabel(const Shape& shape);

/// True for shapes of the plane z = 0.
[[nodiscard]] bool isPlanar(const Shape& shape);

/// False for shapes that pair tests take apart (geom/pieces.h): meshes, whatever they enclose, and polygons with a reflex corner.
[[nodiscard]] bool isConvex(const Shape& shape);

/// True for axis-aligned boxes: a body with one may not be rotated.
[[nodiscard]] bool neverRotates(const Shape& shape);

/// Refuses NaN, infinity, numbers outside a field's range, bad polygons, triangles without a plane and missing hull data; `where` names the
/// field.
[[nodiscard]] Result<void> validate(const Shape& shape);

/// Longest side of the shape's axis-aligned bounds in body space, metres: the "size" that tolerances scale with.
[[nodiscard]] double sizeOf(const Shape& shape);

/// The shape with each axis of body space multiplied by `scale`; refuses factors that are not positive and finite, and uneven ones
/// for round shapes, which would stop being round (a cylinder or cone may grow along its axis alone).
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
