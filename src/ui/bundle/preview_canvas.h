#pragma once

#include "draw/palette.h"
#include "session/preview.h"
#include "ui/kit/offscreen.h"

#include <cstddef>
#include <memory>
#include <optional>

namespace sepax {

struct Outbox;
struct ViewState;
struct Workspace;

/// How a mesh or a case is looked at.
struct MeshCanvas {
  RenderedView view;
  bool faces = true, wireframe = false, normals = false;
  bool z_up = false;                          ///< the file's z axis is shown upwards, not its y
  std::optional<std::size_t> volume;          ///< shown around the mesh: row of the fitted volumes
  std::optional<std::size_t> hovered_volume;  ///< likewise, while the mouse is over its row
  // What `view.list` was made from.
  const EntryPreview* made_of = nullptr;
  bool made_faces = false, made_wireframe = false, made_normals = false, made_z_up = false;
  const FittedVolume* made_volume = nullptr;
  const Decomposition* made_pieces = nullptr;
  float made_apart = 0;
  Theme made_theme = Theme::kDark;
  ViewSize made_size;
};

/// How a picture is looked at.
struct PictureCanvas {
  PictureView view;
  float zoom = 0;       ///< window pixels per pixel; 0: as large as fits
  ImVec2 middle{0, 0};  ///< of the picture, in its pixels, when zoomed
};

/// A picture with zoom, pan and channels, in what is left of the window.
void drawPictureCanvas(PictureCanvas& canvas, const EntryPreview& entry);

/// What is drawn with a mesh, or in its place.
struct MeshExtras {
  const FittedVolume* volume = nullptr;
  const Decomposition* pieces = nullptr;
  float apart = 0;  ///< of the pieces
};

/// A mesh alone in a place of that size, seen from all sides; a new one and a double click look at all of `look`.
void drawMeshView(MeshCanvas& canvas, const EntryPreview& entry, const MinMaxBox& look, const MeshExtras& extras, Theme theme, ImVec2 size);

/// A mesh seen from all sides, its counts, and every volume fitted around it.
void drawMeshCanvas(MeshCanvas& canvas, const Workspace& workspace, ViewState& view, Outbox& outbox);

/// A case's scene and what it holds.
void drawCaseCanvas(MeshCanvas& canvas, const Workspace& workspace, const EntryPreview& entry);

}  // namespace sepax
