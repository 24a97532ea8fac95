#pragma once

#include <vector>

namespace sepax {

struct AddEntries;
struct Workspace;

/// A form that a mesh can have in the scene: itself, or a volume around it.
struct AddedShape {
  const char* name;
  const char* label;    ///< as a person reads the name, a key of tr()
  const char* summary;  ///< a key of tr(), too
};
[[nodiscard]] const std::vector<AddedShape>& addedShapes();

/// Does what AddEntries asks for: reads and fits in the background, then adds the bodies as one undoable step.
void startAdding(Workspace& workspace, const AddEntries& request);

}  // namespace sepax
