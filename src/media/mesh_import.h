#pragma once

#include "core/error.h"
#include "core/process.h"
#include "geom/mesh.h"
#include "media/files_beside.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace sepax {

/// A mesh file as an importer read it: all its triangles in one frame, node transforms applied, equal vertices
/// joined. A point cloud has vertices alone.
struct ImportedMesh {
  std::vector<Vec3> vertices;
  std::vector<TriangleIndices> triangles;
};

/// True for file names that import can be tried on (.obj .stl .ply .gltf .glb .dae .fbx .off .3ds).
[[nodiscard]] bool isMeshName(const std::string& path);

/// Imports a mesh from bytes. Runs assimp in a child process (program sepax-import) with memory and time limits: a
/// hostile file that crashes it becomes an error naming `name`. Coordinates come as the importer's floats. Refuses more
/// than 2 000 000 triangles. The child sees the buffers that a glTF names, through `beside`, and no other file.
[[nodiscard]] Result<ImportedMesh> importMesh(std::span<const std::byte> bytes, const std::string& name,
                                              const FilesBeside& beside = {});

/// The mesh and the buffers that it names, as the import programs that run assimp take them (import_protocol.h).
[[nodiscard]] Result<std::vector<std::byte>> gatherMeshFiles(std::span<const std::byte> bytes, const std::string& name,
                                                             const FilesBeside& beside);
/// Adds one more file that they may see.
void appendImportFile(std::vector<std::byte>& out, const std::string& name, std::span<const std::byte> bytes);
/// The limits of importers for so many bytes: small files are read in a moment, or never.
[[nodiscard]] ChildLimits meshImportLimits(std::uint64_t bytes);

}  // namespace sepax
