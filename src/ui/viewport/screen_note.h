#pragma once

#include "draw/palette.h"

#include <imgui.h>

#include <string>

namespace sepax {

/// A few words beside the mouse: what the hand is doing, or why it may not. Kept inside the display.
void noteBesideMouse(ImDrawList* to, const std::string& text, const Palette& palette, const Colour& colour);

/// A note at a place of its own.
void noteAt(ImDrawList* to, ImVec2 at, const std::string& text, const Palette& palette, const Colour& colour);

}  // namespace sepax
