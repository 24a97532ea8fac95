#pragma once

#include <vector>

namespace sepax {

/// A form that a mesh can have in the scene: itself, or a volume around it.
struct AddedShape {
  const char* name;
  const char* label;    ///< as a person reads the name, a key of tr()
  const char* summary;  ///< a key of tr(), too
};
[[nodiscard]] const std::vector<AddedShape>& addedShapes();

}  // namespace sepax
