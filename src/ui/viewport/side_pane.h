#pragma once

#include "ui/kit/canvas.h"
#include "ui/kit/offscreen.h"

namespace sepax {

struct Palette;
struct Workspace;

/// What stands beside the bodies: A ⊖ B, or the bodies as the reference explains them (shownBeside()).
struct SidePane {
  RenderedView view;  ///< of no width while it is not shown
  Canvas place;
};

/// Takes the pane's place at the cursor. The mouse orbits both views together; A ⊖ B is panned and zoomed alone.
void drawSidePane(Workspace& workspace, SidePane& pane, ImVec2 size);

/// Fills it when the frame's commands are executed, after viewportPicture().
void paintSidePane(Workspace& workspace, SidePane& pane, ImDrawList& list);

/// In the viewport's own corner: that it shows A ⊖ B, and at which step where `width` pixels have room for that; or whose answer it shows
/// while the reference's is beside it. Else nothing.
void drawViewportTitle(const Workspace& workspace, ImDrawList& list, ImVec2 corner, float width, const Palette& palette);

}  // namespace sepax
