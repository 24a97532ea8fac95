#pragma once

#include "draw/mesh_picture.h"

namespace sepax {

/// How a mesh of a bundle is looked at.
struct MeshView {
  bool faces = true, wireframe = false;
  MeshSurface surface = MeshSurface::kMaterials;
  bool z_up = false;  ///< the file's z axis is shown upwards, not its y
  friend bool operator==(const MeshView&, const MeshView&) = default;
};

}  // namespace sepax
