#pragma once

#include "session/bundle/bundle_files.h"
#include "ui/bundle/byte_views.h"
#include "ui/bundle/material_view.h"
#include "ui/bundle/panel_bundle.h"
#include "ui/bundle/panel_search.h"
#include "ui/bundle/preview_canvas.h"

#include <memory>
#include <optional>

namespace sepax {

struct Outbox;
struct ViewState;
struct Workspace;

/// The state of the Preview panel between frames.
struct PreviewPanel {
  MeshCanvas mesh;
  PictureCanvas picture;
  MaterialView materials;
  ByteViews bytes;
  ByteViews decoded;                          ///< of a text that was made of the bytes
  ByteViews file;                             ///< bytes of the file that the entry lies in
  std::optional<BytesAt> wanted;              ///< of it, to be shown next
  std::optional<MatchPlace> wanted_match;     ///< of a search in all entries, to be shown next
  bool shows_sound = false;                   ///< its tab is in front
  std::shared_ptr<const EntryPreview> shown;  ///< what the fields above belong to
};

/// Around drawing the window's panels, of which this one may be none: an animation or a sound goes on only while it is
/// in front, where it can be stopped.
void forgetShown(PreviewPanel& panel);
void stopUnseen(const PreviewPanel& panel, ViewState& view);

/// Draws the selected entry of the bundle: picture, mesh, case, sound, text, bytes, and every fact about it. `bundle`
/// takes its requests.
void drawPreviewPanel(PreviewPanel& panel, BundlePanel& bundle, const Workspace& workspace, ViewState& view,
                      Outbox& outbox);

}  // namespace sepax
