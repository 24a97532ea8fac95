#include "ui/kit/keys.h"

#include <imgui.h>

namespace sepax {

namespace {

struct KeyRow {
  int key;
  ImGuiKeyCode code;
  const char* name;
};

constexpr KeyRow kRows[] = {{kKeyF1, SEPAX_IMGUI_KEY(F1, 58), "F1"},           {' ', SEPAX_IMGUI_KEY(Space, 44), "Space"},
                            {kKeyDelete, SEPAX_IMGUI_KEY(Delete, 76), "Del"},  {kKeyEscape, SEPAX_IMGUI_KEY(Escape, 41), "Esc"},
                            {kKeyEnter, SEPAX_IMGUI_KEY(Enter, 40), "Enter"},  {kKeyUp, SEPAX_IMGUI_KEY(UpArrow, 82), "↑"},
                            {kKeyDown, SEPAX_IMGUI_KEY(DownArrow, 81), "↓"},   {kKeyLeft, SEPAX_IMGUI_KEY(LeftArrow, 80), "←"},
                            {kKeyRight, SEPAX_IMGUI_KEY(RightArrow, 79), "→"}, {kKeyBackspace, SEPAX_IMGUI_KEY(Backspace, 42), "Backspace"},
                            {kKeyPageUp, SEPAX_IMGUI_KEY(PageUp, 75), "PgUp"}, {kKeyPageDown, SEPAX_IMGUI_KEY(PageDown, 78), "PgDn"},
                            {'[', SEPAX_IMGUI_KEY(LeftBracket, 47), "["},      {']', SEPAX_IMGUI_KEY(RightBracket, 48), "]"},
                            {kKeyTab, SEPAX_IMGUI_KEY(Tab, 43), "Tab"},        {kKeyF2, SEPAX_IMGUI_KEY(F2, 59), "F2"},
                            {kKeyF11, SEPAX_IMGUI_KEY(F11, 68), "F11"}};

}  // namespace

ImGuiKeyCode imguiKey(int key) {
  const auto following = [key](int first, int code) { return static_cast<ImGuiKeyCode>(code + (key - first)); };
  if (key >= 'A' && key <= 'Z') return following('A', SEPAX_IMGUI_KEY(A, 4));
  if (key == '0') return SEPAX_IMGUI_KEY(0, 39);
  if (key >= '1' && key <= '9') return following('1', SEPAX_IMGUI_KEY(1, 30));
  for (const KeyRow& row : kRows) {
    if (row.key == key) return row.code;
  }
  return {};
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

bool isPressed(const Shortcut& shortcut, KeyRepeat repeat) {
  if (shortcut.key == kKeyNone) return false;
  const ImGuiIO& io = ImGui::GetIO();
  if (io.KeyCtrl != shortcut.ctrl || io.KeyShift != shortcut.shift || io.KeyAlt || io.KeySuper) return false;
  return ImGui::IsKeyPressed(imguiKey(shortcut.key), repeat == KeyRepeat::kWhileHeld);
}

}  // namespace sepax
