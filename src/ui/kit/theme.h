#pragma once

#include "draw/palette.h"

#include <imgui.h>

namespace sepax {

/// Sets colours and sizes of every widget. `scale` is the UI scale (1 = 96 dpi).
void applyTheme(Theme theme, float scale);

[[nodiscard]] ImU32 toImGui(Colour colour);
[[nodiscard]] ImVec4 toImGuiVec(Colour colour);

/// A panel's colours that the palette of pictures does not have. None but the last three has a hue: hues mean bodies,
/// verdicts, axes and severities.
struct PanelColours {
  Colour window, region, raised, hovered, selected;  ///< grounds, from behind to in front; any text is readable on them
  Colour held;                                       ///< a switch that is on: with the main text on it alone
  Colour line, control;                              ///< between parts; around what can be pressed or typed in
  Colour warning, error, good;
};
[[nodiscard]] const PanelColours& panelColours(Theme theme);
inline constexpr double kChipFill =
    0.07;  ///< opacity of a chip in the colour of its text: more would make that hard to read
inline constexpr double kBarFill = 0.3;  ///< of a bar that a number stands on, in any colour of a volume

}  // namespace sepax
