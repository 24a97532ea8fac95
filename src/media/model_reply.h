#pragma once

#include "core/error.h"
#include "media/model.h"

#include <cstddef>
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
  Model model;  ///< without its textures
  std::vector<RawTexture> textures;
};

/// Reads the output of sepax-import-model (import_protocol.h). Nothing of it is believed: it is refused when it
/// contradicts itself or is beyond a limit; numbers that are not finite are left out and counted in the model's
/// problems.
[[nodiscard]] Result<ModelReply> readModelReply(std::span<const std::byte> reply, const std::string& name);

}  // namespace sepax
