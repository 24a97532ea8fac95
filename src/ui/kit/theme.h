#pragma once

#include "draw/palette.h"

#include <imgui.h>

#include <string_view>
#include <vector>

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

/// The fonts of the window: found on the system by fontconfig, each with the symbols and the Chinese characters that
/// are in use. The atlas holds only characters that some text needs, so that a start costs milliseconds and not the 20
/// 000 glyphs of a Chinese font.
struct Fonts {
  float scale = 0;    ///< what the atlas was built for; 0 = not built
  float density = 1;  ///< also pixels: of the monitor for one of the window's
  bool has_chinese = false;

  std::vector<bool> wanted = std::vector<bool>(0x10000);  ///< by character of the basic plane: noted since the start
  bool outdated = true;                                   ///< a wanted character is missing in the atlas
};

/// kSmall: tables, labels, status. kTitle: what a part is about. Digits of all but kMono have one width, so that
/// numbers neither jump nor need another font to stand in columns.
enum class FontRole { kText, kBold, kMono, kSmall, kSmallBold, kTitle };
/// A font of the current atlas; before buildFonts() whatever there is.
[[nodiscard]] ImFont* fontOf(FontRole role);

/// Notes the characters that the last frame drew without the atlas having them: the next
/// buildFonts() adds them. Until ImGui's own atlas grows by itself, from 1.92 on.
void noteMissing(Fonts& fonts);
/// Whether the last frame drew such a character.
[[nodiscard]] bool lacksDrawn(const Fonts& fonts);

/// Notes the characters of a text before it is drawn.
void want(Fonts& fonts, std::string_view utf8);
void want(Fonts& fonts, const std::vector<bool>& characters);

/// Builds the atlas of the current ImGui context when it is outdated, the scale changed, or the window came to a
/// monitor of another density, whose pixels the characters are made for; call outside a frame. True when it was built:
/// the texture must be uploaded again. Without any font on the system ImGui's own is used.
[[nodiscard]] bool buildFonts(Fonts& fonts, float scale, float density = 1);

}  // namespace sepax
