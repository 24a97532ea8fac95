#pragma once

#include "ui/kit/canvas.h"
#include "ui/kit/offscreen.h"

namespace sepax {

struct Palette;
struct Workspace;

/// A ⊖ B beside the bodies.
struct DifferencePane {
  RenderedView view;  ///< of no width while it is not shown
  Canvas place;
};

/// Takes the pane's place at the cursor; the mouse orbits both views together, pans and zooms this one.
void drawDifferencePane(Workspace& workspace, DifferencePane& pane, ImVec2 size);

/// Fills it when the frame's commands are executed, before viewportPicture().
void paintDifferencePane(Workspace& workspace, DifferencePane& pane, ImDrawList& list);

/// What is shown, and at which step where `width` pixels have room for that, in the corner. Needs a trace.
void drawDifferenceTitle(const Workspace& workspace, ImDrawList& list, ImVec2 corner, float width, const Palette& palette);

}  // namespace sepax
