#pragma once

#include "draw/palette.h"
#include "session/bundle/bundle_state.h"
#include "session/host/view_state.h"
#include "ui/kit/canvas.h"

#include <cstddef>
#include <memory>
#include <optional>

namespace sepax {

struct Outbox;
struct Workspace;

/// How a mesh or a case is looked at.
struct MeshCanvas {
  RenderedView view;
  std::optional<std::size_t> volume;          ///< shown around the mesh: row of the fitted volumes
  std::optional<std::size_t> hovered_volume;  ///< drawn while the mouse is over its row
  // The source of `view.list`.
  const EntryPreview* made_of = nullptr;
  MeshView made_view;
  std::shared_ptr<const Model> made_model;
  const FittedVolume* made_volume = nullptr;
  const Decomposition* made_pieces = nullptr;
  float made_apart = 0;
  Theme made_theme = Theme::kDark;
};

/// How a picture is looked at.
struct PictureCanvas {
  PictureView view;
  std::size_t level = 0;  ///< of a texture file
  float zoom = 0;         ///< window pixels per pixel; 0: as large as fits
  ImVec2 middle{0, 0};    ///< of the picture, in its pixels, when zoomed
};

/// Where a picture is seen: its upper left corner in the window and window pixels per pixel.
struct PicturePlace {
  ImVec2 corner;
  float zoom = 1;
  ImVec2 clip_low, clip_high;
};

/// A picture with zoom, pan and channels, in what is left of the window.
PicturePlace drawPictureCanvas(PictureCanvas& canvas, const std::shared_ptr<const Picture>& shown);

/// The volumes and pieces that are drawn with a mesh, or instead of it.
struct MeshExtras {
  const FittedVolume* volume = nullptr;
  const Decomposition* pieces = nullptr;
  std::shared_ptr<const Model> model = nullptr;  ///< how it looks, when that is known
  float apart = 0;                               ///< of the pieces
};

/// A mesh alone in a place of that size, seen from all sides; a new one and a double click look at all of `look`.
void drawMeshView(MeshCanvas& canvas, const EntryPreview& entry, const MinMaxBox& look, const MeshView& view,
                  const MeshExtras& extras, Theme theme, ImVec2 size);

/// A mesh seen from all sides, its counts, and every volume fitted around it.
void drawMeshCanvas(MeshCanvas& canvas, const Workspace& workspace, ViewState& view, Outbox& outbox);

/// A case's scene and what it holds.
void drawCaseCanvas(MeshCanvas& canvas, const Workspace& workspace, const EntryPreview& entry);

}  // namespace sepax
