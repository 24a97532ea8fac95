#pragma once

#include "draw/camera.h"
#include "draw/draw_list.h"
#include "draw/label_layout.h"
#include "draw/palette.h"

#include <imgui.h>

#include <span>
#include <string>

namespace sepax {

inline constexpr float kLabelMarginX = 3, kLabelMarginY = 1;  ///< around the text, pixels

/// The size of a label's text with its margin.
[[nodiscard]] Vec2 labelSize(const std::string& text);

/// Draws a picture's flat marks and labels over the rectangle that starts at `corner` and has the view's size, the
/// labels where placeLabels puts them; a thin line leads back from those that had to go far. Returns the number with
/// all its digits of the label under the mouse; empty without one. `taken` are rectangles of the view that they leave
/// free.
std::string drawLabels(ImDrawList* to, const DrawList& list, const Camera& camera, const ViewSize& view, ImVec2 corner,
                       Colour background, std::span<const PixelBox> taken = {}, LabelMemory* memory = nullptr);

/// A few words beside the mouse: what the hand is doing, or why it may not. Kept inside the display.
void noteBesideMouse(ImDrawList* to, const std::string& text, const Palette& palette, const Colour& colour);

/// A note at a place of its own.
void noteAt(ImDrawList* to, ImVec2 at, const std::string& text, const Palette& palette, const Colour& colour);

}  // namespace sepax
