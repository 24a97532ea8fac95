#pragma once

#include "draw/label_layout.h"
#include "ui/kit/canvas.h"

#include <string>

namespace sepax {

struct Workspace;

/// The pane beside the bodies: A ⊖ B, or the bodies as the reference explains them (shownBeside()).
struct SidePane {
  RenderedView view;  ///< of no width while it is not shown
  Canvas place;
};

/// Takes the pane's place at the cursor. The mouse orbits both views together; A ⊖ B is panned and zoomed alone.
void drawSidePane(Workspace& workspace, SidePane& pane, ImVec2 size);

/// Fills it when the frame's commands are executed, after viewportPicture().
void paintSidePane(Workspace& workspace, SidePane& pane, ImDrawList& list);

/// The viewport's title: A ⊖ B, and at which step where `width` pixels have room for that; or whose answer, while the
/// reference's is beside it. Else empty.
[[nodiscard]] std::string viewportTitle(const Workspace& workspace, float width);
/// The pane's title.
[[nodiscard]] std::string sideTitle(const Workspace& workspace, float width);
/// The rectangle of such a title in its view; empty without one.
[[nodiscard]] PixelBox viewTitleBox(const std::string& text);
/// The title in its view's corner.
void drawViewTitle(const std::string& text, ImDrawList& list, ImVec2 corner, const Palette& palette);

}  // namespace sepax
