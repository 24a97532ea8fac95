#pragma once

#include "ui/kit/imgui_compat.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>

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
  kKeyPageDown,
  kKeyTab,
  kKeyF2,
  kKeyF3,
  kKeyF4,
  kKeyF5,
  kKeyF6,
  kKeyF7,
  kKeyF8,
  kKeyF9,
  kKeyF10,
  kKeyF11,
  kKeyF12,
  kKeyMenu  ///< opens the menu of what is in focus
};

struct Shortcut {
  int key = kKeyNone;
  bool ctrl = false;
  bool shift = false;
  friend bool operator==(const Shortcut&, const Shortcut&) = default;
};

/// "Ctrl+Shift+S"; empty without a key.
[[nodiscard]] std::string shortcutText(const Shortcut& shortcut);
/// The other way: "Ctrl+Shift+S"; empty is no key, nullopt no shortcut.
[[nodiscard]] std::optional<Shortcut> shortcutNamed(std::string_view text);

constexpr Shortcut plain(int key) { return {.key = key}; }
constexpr Shortcut ctrl(int key) { return {.key = key, .ctrl = true}; }
constexpr Shortcut shift(int key) { return {.key = key, .shift = true}; }
constexpr Shortcut ctrlShift(int key) { return {.key = key, .ctrl = true, .shift = true}; }

enum class KeyRepeat { kOnce, kWhileHeld };

/// True in the frame in which the key goes down, with exactly these modifiers; with kWhileHeld also again and again
/// until it is released.
[[nodiscard]] bool isPressed(const Shortcut& shortcut, KeyRepeat repeat = KeyRepeat::kOnce);

/// The keys pressed now, if they can be a shortcut: Esc and Enter stay what they are.
[[nodiscard]] std::optional<Shortcut> pressedShortcut();

/// Whether ImGui's keyboard navigation leads a visible focus: arrow keys belong to it, and what is in focus counts as
/// under the mouse.
[[nodiscard]] bool isWalkedByKeys();

/// Whether the menu of the item just drawn is asked for: by a right click, or in focus by the menu key or Shift+F10.
[[nodiscard]] bool asksForMenu();

/// Whether the mouse holds the item just drawn: a key that presses it says nothing of a place.
[[nodiscard]] bool isHeldByMouse();

/// The key as ImGui knows it.
[[nodiscard]] ImGuiKeyCode imguiKey(int key);

/// Steps that Ctrl and the arrow keys ask for on the item just drawn while it is in focus: to the right and up, −1, 0
/// or 1 each. For what is drawn by hand, as plots are; the arrow keys alone walk on to the next item.
struct KeySteps {
  int right = 0, up = 0;
  [[nodiscard]] bool any() const { return right != 0 || up != 0; }
};
[[nodiscard]] KeySteps keyStepsOnItem();

/// The keys that the user has changed, by the action's id; kKeyNone: it has none.
struct KeyMap {
  std::map<std::string, Shortcut> changed;
};

}  // namespace sepax
