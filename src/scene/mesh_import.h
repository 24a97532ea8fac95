#pragma once

#include "core/error.h"
#include "geom/mesh.h"
#include "scene/files_beside.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace sepax {

/// What an importer made of a mesh file: all its triangles in one frame, node transforms applied, equal vertices joined. A point cloud has
/// vertices alone.
struct ImportedMesh {
  std::vector<Vec3> vertices;
  std::vector<TriangleIndices> triangles;
};

/// True for file names that import can be tried on (.obj .stl .ply .gltf .glb .dae .fbx .off .3ds).
[[nodiscard]] bool isMeshName(const std::string& path);

/// Imports a mesh from bytes. Runs assimp in a child process (program sepax-import) with memory and time limits: a hostile file that
/// crashes it becomes an error naming `name`. Coordinates come as the importer's floats. Refuses more than 2 000 000 triangles. The child
/// sees the buffers that a glTF names, through `beside`, and no other file.
[[nodiscard]] Result<ImportedMesh> importMesh(std::span<const std::byte> bytes, const std::string& name, const FilesBeside& beside = {});

}  // namespace sepax
