#pragma once

#include "core/error.h"
#include "media/mesh_file.h"
#include "media/model.h"

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace sepax {

/// A texture as the reply has it: pixels (RGBA, rows from the top) where there is a width, else a picture file; none of
/// a file beside the mesh.
struct RawTexture {
  std::string name;
  int width = 0, height = 0;
  std::span<const std::byte> bytes;  ///< in the reply
};

struct ModelReply {
  Model model;                 ///< without its textures
  double metres_per_unit = 1;  ///< of its lengths
  std::vector<RawTexture> textures;
};

/// Reads the output of sepax-import-model (import_protocol.h). Nothing of it is believed: it is refused when it
/// contradicts itself or is beyond a limit; numbers that are not finite are left out and counted in the model's
/// problems.
[[nodiscard]] Result<ModelReply> readModelReply(std::span<const std::byte> reply, const std::string& name);

/// A mesh file as an importer read it: all its triangles in one frame, node transforms applied, equal vertices
/// joined, in metres. A point cloud has vertices alone.
struct ImportedMesh {
  std::vector<Vec3> vertices;
  std::vector<TriangleIndices> triangles;
  std::vector<std::string> notes = {};  ///< how it differs from what the file says, a sentence each
  double metres_per_unit = 1;           ///< of the file, applied
};

/// "1 unit of the file is 0.01 m"; empty for a file of metres, or that says nothing of its unit.
[[nodiscard]] std::string unitText(const ImportedMesh& mesh);

/// True for file names that import can be tried on (.obj .stl .ply .gltf .glb .dae .fbx .off .3ds .3mf .x).
[[nodiscard]] bool isMeshName(const std::string& path);

/// Imports a mesh from bytes. Runs assimp in a child process (program sepax-import) with memory and time limits: a
/// hostile file that crashes it becomes an error naming `name`. Vertices of an OBJ are in double precision, others come
/// as the importer's floats; where that matters the mesh says so. Refuses more than 2 000 000 triangles. The child sees
/// the buffers that a glTF names, through `beside`, and no other file.
[[nodiscard]] Result<ImportedMesh> importMesh(std::span<const std::byte> bytes, const std::string& name,
                                              const FilesBeside& beside = {});

/// How the mesh that importMesh() reads looks and moves: materials, textures, skeleton, animations. Runs assimp in a
/// child process (program sepax-import-model) and one a texture (importPicture), all under limits. Textures come from
/// the file itself or from `beside`, an OBJ's materials too; what is missing is said and left out. Formats that hold
/// triangles alone give an empty model. `is_cancelled` is asked before each texture.
[[nodiscard]] Result<Model> importModel(std::span<const std::byte> bytes, const std::string& name,
                                        const FilesBeside& beside, const std::function<bool()>& is_cancelled);

}  // namespace sepax
