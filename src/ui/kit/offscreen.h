#pragma once

#include "draw/camera.h"
#include "draw/draw_list.h"
#include "media/picture_import.h"

#include <imgui.h>

#include <cstdint>
#include <memory>

namespace sepax {

/// A rendered picture besides the viewport. A panel fills `list`, `camera` and the size; the app renders it when
/// something of it changed and keeps `texture` pointing at the result.
struct RenderedView {
  DrawList list;
  std::uint64_t list_revision = 0;  ///< changes with `list`
  Camera camera;
  float width = 0, height = 0;  ///< window pixels; 0: not shown in this frame
  ImTextureID texture = nullptr;
};

/// Which channels of a picture are shown.
enum class Channels { kColour, kRed, kGreen, kBlue, kAlpha };

/// A decoded picture that the app keeps as a texture. Larger ones than OpenGL takes arrive halved.
struct PictureView {
  std::shared_ptr<const Picture> picture;  ///< null: none is shown
  Channels channels = Channels::kColour;
  ImTextureID texture = nullptr;
};

}  // namespace sepax
