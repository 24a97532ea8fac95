#include "ui/kit/keys.h"

#include <imgui.h>

#include <array>

namespace sepax {

namespace {

struct KeyRow {
  int key;
  int imgui_key;
  const char* name;
};

#if IMGUI_VERSION_NUM >= 18700
constexpr int kImGuiA = ImGuiKey_A, kImGui0 = ImGuiKey_0, kImGui1 = ImGuiKey_1;
constexpr std::array<KeyRow, 16> kRows{{{kKeyF1, ImGuiKey_F1, "F1"},
                                        {' ', ImGuiKey_Space, "Space"},
                                        {kKeyDelete, ImGuiKey_Delete, "Del"},
                                        {kKeyEscape, ImGuiKey_Escape, "Esc"},
                                        {kKeyEnter, ImGuiKey_Enter, "Enter"},
                                        {kKeyUp, ImGuiKey_UpArrow, "↑"},
                                        {kKeyDown, ImGuiKey_DownArrow, "↓"},
                                        {kKeyLeft, ImGuiKey_LeftArrow, "←"},
                                        {kKeyRight, ImGuiKey_RightArrow, "→"},
                                        {kKeyBackspace, ImGuiKey_Backspace, "Backspace"},
                                        {kKeySpace, ImGuiKey_Space, "Space"},
                                        {kKeyTab, ImGuiKey_Tab, "Tab"},
                                        {kKeyPageUp, ImGuiKey_PageUp, "PgUp"},
                                        {kKeyPageDown, ImGuiKey_PageDown, "PgDn"},
                                        {'[', ImGuiKey_LeftBracket, "["},
                                        {']', ImGuiKey_RightBracket, "]"}}};
#else
// USB HID usage codes, which are SDL's scan codes: what the SDL backend of ImGui 1.86 indexes KeysDown by.
constexpr int kImGuiA = 4, kImGui0 = 39, kImGui1 = 30;
constexpr std::array<KeyRow, 16> kRows{{{kKeyF1, 58, "F1"},
                                        {' ', 44, "Space"},
                                        {kKeyDelete, 76, "Del"},
                                        {kKeyEscape, 41, "Esc"},
                                        {kKeyEnter, 40, "Enter"},
                                        {kKeyUp, 82, "↑"},
                                        {kKeyDown, 81, "↓"},
                                        {kKeyLeft, 80, "←"},
                                        {kKeyRight, 79, "→"},
                                        {kKeyBackspace, 42, "Backspace"},
                                        {kKeySpace, 44, "Space"},
                                        {kKeyTab, 43, "Tab"},
                                        {kKeyPageUp, 75, "PgUp"},
                                        {kKeyPageDown, 78, "PgDn"},
                                        {'[', 47, "["},
                                        {']', 48, "]"}}};
#endif

}  // namespace

int imguiKey(int key) {
  if (key >= 'A' && key <= 'Z') return kImGuiA + (key - 'A');
  if (key == '0') return kImGui0;
  if (key >= '1' && key <= '9') return kImGui1 + (key - '1');
  for (const KeyRow& row : kRows) {
    if (row.key == key) return row.imgui_key;
  }
  return 0;
}

std::string shortcutText(const Shortcut& shortcut) {
  if (shortcut.key == kKeyNone) return {};
  std::string text = shortcut.ctrl ? "Ctrl+" : "";
  if (shortcut.shift) text += "Shift+";
  for (const KeyRow& row : kRows) {
    if (row.key == shortcut.key) return text + row.name;
  }
  return text + static_cast<char>(shortcut.key);
}

bool isPressed(const Shortcut& shortcut, bool repeat) {
  if (shortcut.key == kKeyNone) return false;
  const ImGuiIO& io = ImGui::GetIO();
  if (io.KeyCtrl != shortcut.ctrl || io.KeyShift != shortcut.shift || io.KeyAlt || io.KeySuper) return false;
#if IMGUI_VERSION_NUM >= 18700
  return ImGui::IsKeyPressed(static_cast<ImGuiKey>(imguiKey(shortcut.key)), repeat);
#else
  return ImGui::IsKeyPressed(imguiKey(shortcut.key), repeat);
#endif
}

}  // namespace sepax
