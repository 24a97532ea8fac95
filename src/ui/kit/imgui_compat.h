#pragma once

// The differences between Dear ImGui 1.86, which Debian 12 packages, and later versions: the only place that asks which
// one it is.

#include <imgui.h>

#include <vector>

#if __has_include(<imgui_freetype.h>)
#include <imgui_freetype.h>
#endif

namespace sepax {

#if IMGUI_VERSION_NUM >= 18700
using ImGuiKeyCode = ImGuiKey;
#define SEPAX_IMGUI_KEY(name, hid) ImGuiKey_##name
#else
/// The argument of ImGui::IsKeyDown(): an ImGuiKey; before 1.87 the index in io.KeysDown, for which the SDL backend
/// uses USB HID usage codes.
using ImGuiKeyCode = int;
#define SEPAX_IMGUI_KEY(name, hid) (hid)
#endif

/// Backends before 1.87 ask for mouse and modifiers of this moment, which after a slow frame are not those of the
/// event; later ones queue events.
inline constexpr bool kBackendPollsInput = IMGUI_VERSION_NUM < 18700;

/// False before 1.87 for a context that no backend gave a keyboard: ImGui's keyboard navigation must stay off there.
[[nodiscard]] inline bool hasKeyboard([[maybe_unused]] const ImGuiIO& io) {
#if IMGUI_VERSION_NUM < 18700
  return io.KeyMap[ImGuiKey_Space] >= 0;
#else
  return true;
#endif
}

/// Before the frame in which a key goes down: it presses what keyboard navigation has in focus. Since 1.87 Enter does
/// so itself.
inline void pressFocused([[maybe_unused]] ImGuiKeyCode key) {
#if IMGUI_VERSION_NUM < 18700
  ImGuiIO& io = ImGui::GetIO();
  if (io.KeysDown[key] && io.KeysDownDuration[key] < 0) io.NavInputs[ImGuiNavInput_Activate] = 1;
#endif
}

/// Frees the font files, of which each font holds a copy, once their glyphs are drawn, and the drawn glyphs once they
/// are uploaded. Since 1.92 glyphs are drawn when they are first shown.
inline void dropFontFiles([[maybe_unused]] ImFontAtlas& atlas) {
#if IMGUI_VERSION_NUM < 19200
  atlas.ClearInputData();
#endif
}
inline void dropFontPixels([[maybe_unused]] ImFontAtlas& atlas) {
#if IMGUI_VERSION_NUM < 19200
  atlas.ClearTexData();
#endif
}

/// A glyph without width for each character that a font lacks and that is not wanted: its place in the texture, beyond
/// the end, names the character, so that what a frame draws says what is missing. Not needed since 1.92.
inline constexpr float kMissingPlace = 2;
inline void addMissingGlyphs([[maybe_unused]] ImFont& font, [[maybe_unused]] const std::vector<bool>& wanted) {
#if IMGUI_VERSION_NUM < 19200
  constexpr unsigned kFirst = 0x80, kSurrogates = 0xD800, kAfterPrivate = 0xF900, kEnd = 0xFFFD;
  font.Glyphs.reserve(font.Glyphs.Size + static_cast<int>(kEnd));
  for (unsigned c = kFirst; c < kEnd; c = c + 1 == kSurrogates ? kAfterPrivate : c + 1) {
    const auto character = static_cast<ImWchar>(c);
    if (wanted[c] || font.FindGlyphNoFallback(character) != nullptr) continue;
    const float place = kMissingPlace + static_cast<float>(c) / 0x10000;
    font.AddGlyph(nullptr, character, 0, 0, 0, font.FontSize, place, 0, place, 0, font.FontSize);
    font.Glyphs.back().Visible = 1;
  }
  font.BuildLookupTable();
#endif
}
/// Calls `note` with each such character that the last frame drew.
template <class Note>
void forEachMissingGlyph([[maybe_unused]] const Note& note) {
#if IMGUI_VERSION_NUM < 19200
  const ImDrawData* const drawn = ImGui::GetDrawData();
  for (int i = 0; drawn != nullptr && i < drawn->CmdListsCount; ++i) {
    for (const ImDrawVert& vertex : drawn->CmdLists[i]->VtxBuffer) {
      if (vertex.uv.x >= kMissingPlace) note(static_cast<unsigned>((vertex.uv.x - kMissingPlace) * 0x10000));
    }
  }
#endif
}

/// Glyphs drawn by FreeType with light hinting, where the library has it; since 1.92 the build chooses.
inline void useFreeType([[maybe_unused]] ImFontAtlas& atlas) {
#if __has_include(<imgui_freetype.h>) && IMGUI_VERSION_NUM < 19200
  atlas.FontBuilderIO = ImGuiFreeType::GetBuilderForFreeType();
  atlas.FontBuilderFlags = ImGuiFreeTypeBuilderFlags_LightHinting;
#endif
}

}  // namespace sepax
