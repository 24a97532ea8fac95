#pragma once

// The differences between Dear ImGui 1.86, which Debian 12 packages, and later versions: the only place that asks which
// one it is.

#include <imgui.h>

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

/// Glyphs drawn by FreeType with light hinting, where the library has it; since 1.92 the build chooses.
inline void useFreeType([[maybe_unused]] ImFontAtlas& atlas) {
#if __has_include(<imgui_freetype.h>) && IMGUI_VERSION_NUM < 19200
  atlas.FontBuilderIO = ImGuiFreeType::GetBuilderForFreeType();
  atlas.FontBuilderFlags = ImGuiFreeTypeBuilderFlags_LightHinting;
#endif
}

}  // namespace sepax
