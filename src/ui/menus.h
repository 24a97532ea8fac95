#pragma once

#include "ui/shell_state.h"

#include <string>

namespace sepax {

// The table of actions on the screen: menu bar, palette and lists.

void drawMenus(ActionContext& context);
void drawCommandPalette(ActionContext& context);

/// Runs the actions whose shortcuts were pressed, unless a text field or a dialog wants the keys.
void runShortcuts(ActionContext& context);

/// How well `text` matches what was typed: every character in order, runs and word starts count more; −1 no match.
[[nodiscard]] int fuzzyScore(const std::string& typed, const std::string& text);

void drawActionList(const ActionList& list, ActionContext& context);

/// The menu of the right button: what applies to the selected bodies, or beside all of them. Rows of the Scene panel
/// ask for the same one.
void drawContextMenu(ActionContext& context);

}  // namespace sepax
