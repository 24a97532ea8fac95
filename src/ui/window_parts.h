#pragma once

#include "ui/shell_state.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace sepax {

/// The region of a panel: its home, or where the user moved it.
[[nodiscard]] Region regionOf(const ShellState& shell, const Panel& panel);
[[nodiscard]] std::optional<Region> regionOf(Part part);
[[nodiscard]] Part partOf(Region region);
/// The panels that a region offers now, in the order of their tabs.
[[nodiscard]] std::vector<const Panel*> offeredIn(Region region, const Workspace& workspace, const ShellState& shell);
/// The panel in front of a region; null where it holds none.
[[nodiscard]] const Panel* shownIn(const ShellState& shell, Region region);
/// Whether the region holds panels, folded or not; and whether it is one of those below the viewport.
[[nodiscard]] bool isUsed(const ShellState& shell, Region region);
[[nodiscard]] bool isBelow(Region region);
/// Whether the region holds panels and is not folded.
[[nodiscard]] bool isShown(const ShellState& shell, Region region);
/// Whether the panel is seen: its tab is the chosen one of a region that is not folded, or it floats.
[[nodiscard]] bool isInFront(const ShellState& shell, const Panel& panel);
/// Whether panels lie below the viewport.
[[nodiscard]] bool isBottomShown(const ShellState& shell);
/// The word of the panel that belongs to what is looked at: the one below while that is open, but for the console, else
/// on the right.
[[nodiscard]] const char* panelBeside(const ShellState& shell);
/// Shows the region below the viewport, or folds it: in a narrow window the one on the right takes its place.
void toggleBottom(ShellState& shell);
/// Brings a panel's tab, or its window, to the front.
void showPanel(ShellState& shell, const Panel& panel);
/// Moves a panel to a region and shows it there; one that floats covers `part` of the display.
void movePanel(ShellState& shell, const Panel& panel, Region to, std::optional<Rect> part = std::nullopt);

/// Opens the page that says how to begin; it stays until it is closed or anything else is opened.
void openStartPage(ShellState& shell, const Workspace& workspace);

/// To the part so many further that is shown now.
void walkParts(ShellState& shell, const Workspace& workspace, int step);
void giveKeysTo(ShellState& shell, const Workspace& workspace, Part part);

/// Before the shortcuts of a frame: Esc goes back to the scene, a click ends the walk. True when that took the key.
[[nodiscard]] bool followKeys(ShellState& shell, const Workspace& workspace);

/// In a part's window before its items: takes the keys when they are wanted there.
void takeKeys(ShellState& shell, Part part);

/// In a part's window after its items: a row that was clicked gives it the keys.
void followRowClick(ShellState& shell, Part part);

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

/// One line "key=value" of a section of imgui.ini: how it is written and how it is read.
struct Setting {
  const char* section;
  const char* key;
  std::function<std::string()> write;
  std::function<void(const std::string&)> read;
};
/// A number of the file kept in its range; `fallback` when it is none.
[[nodiscard]] float readFloat(const std::string& text, float fallback, float min, float max);
[[nodiscard]] Setting flagSetting(const char* section, const char* key, bool& value);

/// Sizes of the window and its regions, places of panels and open tabs, in the order in which they are read.
[[nodiscard]] std::vector<Setting> layoutSettings(ShellState& shell);

/// Keeps where panels and regions are under a name, and replaces the layout that had it; without a name nothing
/// happens.
void keepLayout(ShellState& shell, std::string name);
/// Brings the layout of that name back, if there is one.
void useLayout(ShellState& shell, const std::string& name);

}  // namespace sepax
