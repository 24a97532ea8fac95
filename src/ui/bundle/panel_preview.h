#pragma once

#include "session/bundle/bundle_files.h"
#include "ui/bundle/byte_views.h"
#include "ui/bundle/material_view.h"
#include "ui/bundle/preview_canvas.h"
#include "ui/kit/panel.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace sepax {

/// A match of a search in all entries.
struct MatchPlace {
  std::size_t entry = 0;
  std::uint64_t offset = 0, size = 1;
  bool is_text = false;
  std::string typed;        ///< goes into the preview's own search
  bool is_decoded = false;  ///< a place in the text that was made of the bytes
};

/// The state of the Preview panel between frames.
struct PreviewPanel {
  MeshCanvas mesh;
  PictureCanvas picture;
  MaterialView materials;
  ByteViews bytes;
  ByteViews decoded;                          ///< of a text that was made of the bytes
  ByteViews file;                             ///< bytes of the file that the entry lies in
  std::optional<BytesAt> wanted;              ///< of it, to be shown next
  std::optional<MatchPlace> wanted_match;     ///< to be shown next
  bool shows_sound = false;                   ///< its tab is in front
  std::shared_ptr<const EntryPreview> shown;  ///< what the fields above belong to
};

/// Draws the selected entry of the bundle: picture, mesh, case, sound, text, bytes, and every fact about it.
extern const Panel kPreviewPanel;

}  // namespace sepax
