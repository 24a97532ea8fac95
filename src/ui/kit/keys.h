#pragma once

#include "ui/kit/imgui_compat.h"

#include <string>

namespace sepax {

/// A key by its letter or digit in capitals ('F', '3', '[', ']', ' '), or one of these.
enum SpecialKey : int {
  kKeyNone = 0,
  kKeyF1 = 256,
  kKeyDelete,
  kKeyEscape,
  kKeyEnter,
  kKeyUp,
  kKeyDown,
  kKeyLeft,
  kKeyRight,
  kKeyBackspace,
  kKeyPageUp,
  kKeyPageDown
};

struct Shortcut {
  int key = kKeyNone;
  bool ctrl = false;
  bool shift = false;
};

/// "Ctrl+Shift+S"; empty without a key.
[[nodiscard]] std::string shortcutText(const Shortcut& shortcut);

/// True in the frame in which the key goes down, with exactly these modifiers. `repeat`: also while it is held.
[[nodiscard]] bool isPressed(const Shortcut& shortcut, bool repeat = false);

/// The key as ImGui knows it.
[[nodiscard]] ImGuiKeyCode imguiKey(int key);

}  // namespace sepax
