#pragma once

#include "session/bundle/bundle_state.h"
#include "ui/bundle/byte_views.h"
#include "ui/bundle/preview_canvas.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

namespace sepax {

struct Workspace;

/// How two entries are looked at side by side; both sides move together. The left one is what lies below.
struct SidesPanel {
  std::array<PictureCanvas, 2> pictures;
  std::array<MeshCanvas, 2> meshes;
  MeshView mesh_view = {.surface = MeshSurface::kPlain};  ///< of both
  LongList text_rows, hex_rows;
  std::array<PieceReader, 2> readers;
  float scroll = 0;                      ///< of both texts to the right
  std::size_t change = 0;                ///< that was gone to
  std::optional<std::uint64_t> differs;  ///< offset of the difference that was gone to
  std::shared_ptr<const EntryPreview> shown;
};

/// The previewed entry of overlaid or compared bundles beside the one that it covers: as texts whose lines are paired,
/// pictures, meshes or bytes.
void drawSides(SidesPanel& panel, const Workspace& workspace, const ViewState& view);

/// The first place from `start` on where the bytes of two sources differ, one that only one of them has included;
/// nullopt: there is none, or reading failed.
[[nodiscard]] std::optional<std::uint64_t> nextDifference(const ByteSource& a, const ByteSource& b,
                                                          std::uint64_t start);

}  // namespace sepax
