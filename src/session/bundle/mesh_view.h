#pragma once

#include "draw/mesh_picture.h"

#include <cstddef>
#include <optional>

namespace sepax {

/// How a mesh of a bundle is looked at.
struct MeshView {
  bool faces = true, wireframe = false;
  MeshSurface surface = MeshSurface::kMaterials;
  bool z_up = false;                     ///< the file's z axis is shown upwards, not its y
  bool bones = false;                    ///< its skeleton over all
  std::optional<std::size_t> clip = {};  ///< that its model shows; nullopt: as it was made
  double seconds = 0;                    ///< of the clip
  bool plays = false;
  friend bool operator==(const MeshView&, const MeshView&) = default;
};

}  // namespace sepax
