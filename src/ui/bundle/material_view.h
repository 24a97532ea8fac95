#pragma once

#include "session/bundle/bundle_state.h"
#include "ui/bundle/preview_canvas.h"

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace sepax {

/// The state of the list of a mesh's materials between frames.
struct MaterialView {
  std::size_t chosen = 0;                              ///< material
  std::shared_ptr<const Model> of;                     ///< what that belongs to
  std::vector<std::pair<glm::vec2, glm::vec2>> edges;  ///< of the chosen material's triangles in texture coordinates
};

/// Whether there is anything to list: materials, or why there are none.
[[nodiscard]] bool hasMaterials(const PreviewState& preview);

/// The materials of a mesh with colours, textures and sizes, what is missing, and the chosen one's texture under its UV
/// layout. `canvas` is that of the picture.
void drawMaterials(MaterialView& materials, PictureCanvas& canvas, const PreviewState& preview);

}  // namespace sepax
