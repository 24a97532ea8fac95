#pragma once

#include "document/document.h"
#include "draw/camera.h"
#include "draw/palette.h"
#include "session/host/view_state.h"
#include "ui/viewport/viewport_drag.h"

#include <imgui.h>

#include <optional>

namespace sepax {

/// True for the tools that draw new shapes.
[[nodiscard]] bool isDrawing(Tool tool);

/// Where the mouse, or the pen of the arrow keys, is for a drawing tool.
struct DrawingHand {
  Tool tool = Tool::kDrawPolygon;
  Space space = Space::k2d;
  Vec3 at{0.0};          ///< world
  Vec2 pixel{0.0};       ///< relative to the viewport
  bool hovered = false;  ///< clicks are for the viewport
  bool has_pen = false;  ///< Space sets the points
  const Camera& camera;
  const ViewSize& view;
};

/// Leads the pen by the arrow keys, in round steps or with Ctrl in fine ones; it starts in the middle of the view. A
/// mouse that moves or clicks takes it away.
void movePen(ViewportDrawing& drawing, const Camera& camera, const ViewSize& view);

/// Takes in this frame's clicks and keys. The body when it is finished, without an id; what is no shape is refused with
/// the reason and can be gone on with.
[[nodiscard]] std::optional<Body> continueDrawing(ViewportDrawing& drawing, const DrawingHand& hand);

/// Paints the drawing so far and the result of a click, with lengths.
void paintDrawing(ImDrawList* to, const ViewportDrawing& drawing, const DrawingHand& hand, ImVec2 corner,
                  const Palette& palette);

}  // namespace sepax
