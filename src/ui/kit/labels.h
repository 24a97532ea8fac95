#pragma once

#include "draw/camera.h"
#include "draw/draw_list.h"

#include <imgui.h>

namespace sepax {

/// Draws a picture's labels over the rectangle that starts at `corner` and has the view's size. Labels of higher priority are placed first;
/// a label that would cover one of them moves a little, and is left out when that does not help.
void drawLabels(ImDrawList* to, const DrawList& list, const Camera& camera, const ViewSize& view, ImVec2 corner, Colour background);

}  // namespace sepax
