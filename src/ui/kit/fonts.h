#pragma once

#include <imgui.h>

#include <string_view>
#include <vector>

namespace sepax {

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
