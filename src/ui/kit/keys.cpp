#include "ui/kit/keys.h"

#include <imgui.h>
#include <imgui_internal.h>

namespace sepax {

namespace {

struct KeyRow {
  int key;
  ImGuiKeyCode code;
  const char* name;
};

constexpr KeyRow kRows[] = {{kKeyF1, SEPAX_IMGUI_KEY(F1, 58), "F1"},
                            {' ', SEPAX_IMGUI_KEY(Space, 44), "Space"},
                            {kKeyDelete, SEPAX_IMGUI_KEY(Delete, 76), "Del"},
                            {kKeyEscape, SEPAX_IMGUI_KEY(Escape, 41), "Esc"},
                            {kKeyEnter, SEPAX_IMGUI_KEY(Enter, 40), "Enter"},
                            {kKeyUp, SEPAX_IMGUI_KEY(UpArrow, 82), "↑"},
                            {kKeyDown, SEPAX_IMGUI_KEY(DownArrow, 81), "↓"},
                            {kKeyLeft, SEPAX_IMGUI_KEY(LeftArrow, 80), "←"},
                            {kKeyRight, SEPAX_IMGUI_KEY(RightArrow, 79), "→"},
                            {kKeyBackspace, SEPAX_IMGUI_KEY(Backspace, 42), "Backspace"},
                            {kKeyPageUp, SEPAX_IMGUI_KEY(PageUp, 75), "PgUp"},
                            {kKeyPageDown, SEPAX_IMGUI_KEY(PageDown, 78), "PgDn"},
                            {',', SEPAX_IMGUI_KEY(Comma, 54), ","},
                            {'.', SEPAX_IMGUI_KEY(Period, 55), "."},
                            {'[', SEPAX_IMGUI_KEY(LeftBracket, 47), "["},
                            {']', SEPAX_IMGUI_KEY(RightBracket, 48), "]"},
                            {kKeyTab, SEPAX_IMGUI_KEY(Tab, 43), "Tab"},
                            {kKeyF2, SEPAX_IMGUI_KEY(F2, 59), "F2"},
                            {kKeyF3, SEPAX_IMGUI_KEY(F3, 60), "F3"},
                            {kKeyF4, SEPAX_IMGUI_KEY(F4, 61), "F4"},
                            {kKeyF5, SEPAX_IMGUI_KEY(F5, 62), "F5"},
                            {kKeyF6, SEPAX_IMGUI_KEY(F6, 63), "F6"},
                            {kKeyF7, SEPAX_IMGUI_KEY(F7, 64), "F7"},
                            {kKeyF8, SEPAX_IMGUI_KEY(F8, 65), "F8"},
                            {kKeyF9, SEPAX_IMGUI_KEY(F9, 66), "F9"},
                            {kKeyF10, SEPAX_IMGUI_KEY(F10, 67), "F10"},
                            {kKeyF11, SEPAX_IMGUI_KEY(F11, 68), "F11"},
                            {kKeyF12, SEPAX_IMGUI_KEY(F12, 69), "F12"},
                            {kKeyMenu, SEPAX_IMGUI_KEY(Menu, 101), "Menu"}};

/// Every key that there is.
template <class Function>
void forEachKey(Function function) {
  for (int key = 'A'; key <= 'Z'; ++key) function(key);
  for (int key = '0'; key <= '9'; ++key) function(key);
  for (const KeyRow& row : kRows) function(row.key);
}

/// The keys of it alone.
bool isMenuKeyPressed() { return isPressed(plain(kKeyMenu)) || isPressed(shift(kKeyF10)); }

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

std::optional<Shortcut> shortcutNamed(std::string_view text) {
  Shortcut shortcut;
  if (text.empty()) return shortcut;
  const auto takes = [&](std::string_view prefix) {
    const bool is_there = text.size() > prefix.size() && text.starts_with(prefix);
    if (is_there) text.remove_prefix(prefix.size());
    return is_there;
  };
  shortcut.ctrl = takes("Ctrl+");
  shortcut.shift = takes("Shift+");
  forEachKey([&](int key) {
    if (shortcutText(plain(key)) == text) shortcut.key = key;
  });
  if (shortcut.key == kKeyNone) return std::nullopt;
  return shortcut;
}

std::optional<Shortcut> pressedShortcut() {
  const ImGuiIO& io = ImGui::GetIO();
  std::optional<Shortcut> pressed;
  forEachKey([&](int key) {
    const Shortcut shortcut{.key = key, .ctrl = io.KeyCtrl, .shift = io.KeyShift};
    if (key != kKeyEscape && key != kKeyEnter && isPressed(shortcut)) pressed = shortcut;
  });
  return pressed;
}

bool isPressed(const Shortcut& shortcut, KeyRepeat repeat) {
  if (shortcut.key == kKeyNone) return false;
  const ImGuiIO& io = ImGui::GetIO();
  if (io.KeyCtrl != shortcut.ctrl || io.KeyShift != shortcut.shift || io.KeyAlt || io.KeySuper) return false;
  return ImGui::IsKeyPressed(imguiKey(shortcut.key), repeat == KeyRepeat::kWhileHeld);
}

bool isWalkedByKeys() {
  const ImGuiContext& context = *ImGui::GetCurrentContext();
  return (context.IO.ConfigFlags & ImGuiConfigFlags_NavEnableKeyboard) != 0 && !context.NavDisableHighlight;
}

bool isHeldByMouse() {
  return ImGui::IsItemActive() && ImGui::GetCurrentContext()->ActiveIdSource == ImGuiInputSource_Mouse;
}

bool asksForMenu() {
  return ImGui::IsItemClicked(ImGuiMouseButton_Right) ||
         (isWalkedByKeys() && ImGui::IsItemFocused() && isMenuKeyPressed());
}

KeySteps keyStepsOnItem() {
  if (!ImGui::IsItemFocused()) return {};
  const auto held = [](SpecialKey key) { return isPressed(ctrl(key), KeyRepeat::kWhileHeld) ? 1 : 0; };
  return {held(kKeyRight) - held(kKeyLeft), held(kKeyUp) - held(kKeyDown)};
}

}  // namespace sepax
