#pragma once

#include "core/error.h"
#include "document/document.h"

#include <span>
#include <string>
#include <string_view>

namespace sepax {

/// A form that colliders can leave in: a file, or code for an engine. Code is a row of words in a table
/// (collider_export.cpp).
struct ColliderForm {
  const char* name;       ///< "obj", "bullet", …
  const char* extension;  ///< ".cpp"
  const char* title;      ///< as a menu calls it; names are not translated
};
[[nodiscard]] std::span<const ColliderForm> colliderForms();
[[nodiscard]] Result<const ColliderForm*> colliderFormNamed(std::string_view name);

/// Bodies of one collider in a form: spheres, boxes, capsules and hulls where they are, in the coordinates of the
/// mesh's file. Forms for engines whose importers mirror an axis (Unity x, Unreal y) mirror it, too, so that collider
/// and imported mesh agree; Unreal's are in centimetres. `name` becomes an identifier. Refuses other shapes.
[[nodiscard]] Result<std::string> exportColliders(std::span<const Body> bodies, const ColliderForm& form,
                                                  const std::string& name);

}  // namespace sepax
