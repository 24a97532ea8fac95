#pragma once

#include "draw/draw_list.h"

#include <imgui.h>

namespace sepax {

/// Paints a flat list (draw/plot_picture.h) on the window with its upper left corner there.
void paintFlat(const DrawList& list, ImVec2 corner);

}  // namespace sepax
