#pragma once

#include "draw/camera.h"
#include "draw/draw_list.h"

#include <imgui.h>

namespace sepax {

/// Draws a picture's labels over the rectangle that starts at `corner` and has the view's size, where placeLabels puts them; a thin line
/// leads back from those that had to go far.
void drawLabels(ImDrawList* to, const DrawList& list, const Camera& camera, const ViewSize& view, ImVec2 corner, Colour background);

}  // namespace sepax
