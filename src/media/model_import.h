#pragma once

#include "core/error.h"
#include "media/files_beside.h"
#include "media/model.h"

#include <cstddef>
#include <functional>
#include <span>
#include <string>

namespace sepax {

/// How the mesh that importMesh() reads looks and moves: materials, textures, skeleton, animations. Runs assimp in a
/// child process (program sepax-import-model) and one a texture (importPicture), all under limits. Textures come from
/// the file itself or from `beside`, an OBJ's materials too; what is missing is said and left out. Formats that hold
/// triangles alone give an empty model. `is_cancelled` is asked before each texture.
[[nodiscard]] Result<Model> importModel(std::span<const std::byte> bytes, const std::string& name,
                                        const FilesBeside& beside, const std::function<bool()>& is_cancelled);

}  // namespace sepax
