#pragma once

#include "core/error.h"
#include "document/document.h"
#include "format/api.h"
#include "geom/bounding_volumes.h"
#include "geom/decompose.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sepax {

/// A form that colliders can be exported in: a file, or code for an engine, which is a part of its Api. Names with
/// {braces} in its templates: {name} is the collider's, {i} the number of the part, {x} {y} {z} a position, {qx} … {qw}
/// a rotation, {hx} {hy} {hz} half extents, {r} a radius, {h} half the length of a capsule's segment, {full} its whole
/// height with caps, {ax} … {bz} its ends, {points} {count} a hull's corners and {triangles} its faces.
struct ColliderForm {
  std::string name;               ///< "obj", "bullet", …
  std::string extension;          ///< ".cpp"
  std::string title;              ///< as a menu calls it; names are not translated
  const ApiForm* code = nullptr;  ///< null: a file
};
[[nodiscard]] std::vector<ColliderForm> colliderForms();
[[nodiscard]] Result<ColliderForm> colliderFormNamed(std::string_view name);

/// Bodies of one collider in a form: spheres, boxes, capsules and hulls where they are, in the coordinates of the
/// mesh's file. Forms for engines whose importers mirror an axis (Unity x, Unreal y) mirror it, too, so that collider
/// and imported mesh agree; Unreal's are in centimetres. `name` becomes an identifier. Refuses other shapes.
[[nodiscard]] Result<std::string> exportColliders(std::span<const Body> bodies, const ColliderForm& form,
                                                  const std::string& name);

/// A body without an id that is exactly the fitted volume where it was fitted: sphere, box along the axes, rotated box,
/// hull (of a hull or k-DOP). Refuses planar volumes and k-DOPs and hulls without volume.
[[nodiscard]] Result<Body> bodyOf(const FittedVolume& volume);

/// A hull for each piece, "rock piece 1", …; in the coordinates of the mesh.
[[nodiscard]] Result<std::vector<Body>> bodiesOf(const Decomposition& pieces, const std::string& name);
/// All pieces as one shape, in the coordinates of the mesh.
[[nodiscard]] Result<Shape> compoundOf(const Decomposition& pieces);

}  // namespace sepax
