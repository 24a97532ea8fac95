#pragma once

#include "draw/palette.h"

#include <cstdint>

namespace sepax {

struct ShellState;
struct Workspace;

/// The parts of the window in the order in which F6 goes through them.
enum class Part : std::uint8_t { kMiddle, kLeft, kBottom, kRight, kToolbar, kStatus };
inline constexpr int kPartCount = 6;

/// Which part has the keys. In the scene they are the tools'; in any other part arrow keys walk from item to item,
/// Enter and Space press the one in focus, and Esc goes back to the scene. A click of the mouse ends that, or on a row
/// of a list begins it there.
struct KeyFocus {
  Part part = Part::kMiddle;
  bool walks = false;      ///< arrow keys walk there
  bool wanted = false;     ///< the part is to take the keys in the next frame that draws it
  bool is_paused = false;  ///< while Ctrl is held
  bool by_click = false;  ///< a click on a row of a list began the walk: until an arrow key goes on, other keys do what
                          ///< they do elsewhere
  unsigned window = 0;    ///< ImGui's id of the one in which the walk began: it goes into lists below, not beyond
  unsigned list = 0;      ///< and of a list that is to take the keys in the next frame
};

/// To the part so many further that is shown now.
void walkParts(ShellState& shell, const Workspace& workspace, int step);
void giveKeysTo(ShellState& shell, const Workspace& workspace, Part part);

/// Before the shortcuts of a frame: Esc goes back to the scene, a click ends the walk. True when that took the key.
[[nodiscard]] bool followKeys(ShellState& shell, const Workspace& workspace);

/// In a part's window before its items: takes the keys when they are wanted there.
void takeKeys(ShellState& shell, Part part);

/// In a part's window after its items: a row that was clicked gives it the keys.
void followRowClick(ShellState& shell, Part part);

/// Whether a key with these modifiers is one of those that walk.
[[nodiscard]] bool isForWalking(int key, bool ctrl);
/// Whether it does so now.
[[nodiscard]] bool isTakenByWalk(const KeyFocus& keys, int key, bool ctrl);

/// The panel in front of the part with the keys gives way to its neighbour.
void stepTab(ShellState& shell, const Workspace& workspace, int step);
/// The part with the keys becomes larger or smaller.
void growPart(ShellState& shell, float by);

/// In the root window before its menu bar: that has the keys, until Esc.
void giveKeysToMenus();

/// After all windows: an arrow key that reaches a list goes on to its rows, and past the first or last one out of it
/// again.
void walkIntoLists(KeyFocus& keys);

/// A frame around the item in focus, over everything: buttons that are drawn by hand show none of their own.
void drawKeyFocus(const KeyFocus& keys, Theme theme);

}  // namespace sepax
