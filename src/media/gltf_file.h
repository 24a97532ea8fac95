#pragma once

#include "core/error.h"
#include "media/mesh_file.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace sepax {

/// A glTF file (text or binary) and what it names, as assimp 5.2 reads it right.
struct GltfFiles {
  struct Buffer {
    std::string uri;  ///< as the file has it
    std::vector<std::byte> bytes;
  };
  std::optional<std::vector<std::byte>> rewritten;  ///< what to read in the file's place
  std::vector<Buffer> buffers;                      ///< that are no part of the file
  bool has_fine_moves = false;                      ///< a translation of a node that is no float
  std::vector<std::string> notes;                   ///< what of its geometry is left out, a sentence each
};

/// Positions, normals, tangents, texture coordinates and weights that assimp misreads are rewritten as floats in a
/// buffer of their own: whole numbers (KHR_mesh_quantization), and those of which some are replaced (`sparse`). A skin
/// without matrices gets them, and joints get names of their own. Textures lie where KHR_texture_transform puts them.
/// Default weights of morph targets are applied, and nodes that have one mesh with different weights or skins get one
/// each. Refuses what is no JSON, an extension that the file requires and that changes more than looks, buffers that
/// are not there, such numbers outside their buffer, triangles with a corner too few or one that is no vertex, and
/// skins with too few matrices.
[[nodiscard]] Result<GltfFiles> gltfFiles(std::span<const std::byte> bytes, const std::string& name,
                                          const FilesBeside& beside);

}  // namespace sepax
