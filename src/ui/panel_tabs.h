#pragma once

#include "ui/shell_state.h"

#include <string>
#include <vector>

namespace sepax {

struct Workspace;

/// Which regions hold panels now.
[[nodiscard]] UsedRegions usedRegions(const ShellState& shell, const Workspace& workspace);

/// Whether a panel floats now.
[[nodiscard]] bool floatsAny(const ShellState& shell, const Workspace& workspace);

/// The title of a panel with its badge, as ImGui wants it.
[[nodiscard]] std::string tabLabel(const Panel& panel, const Workspace& workspace);

/// A region's tabs and the panel in front. A tab can be dragged to another region, or moved by its menu.
void drawPanels(Region region, const Rect& rect, Workspace& workspace, ShellState& shell, Outbox& outbox);

/// The panels that float, each in a window that can be moved and sized; its cross brings a panel back home.
void drawFloatingPanels(Workspace& workspace, ShellState& shell, Outbox& outbox);

/// After all regions: shows where a dragged tab would go, and moves its panel when it is let go there. Esc ends the
/// drag.
void drawPanelDrop(ShellState& shell, Theme theme);

/// The regions that a panel can be moved to, the home first, as entries of a menu.
[[nodiscard]] std::vector<ListedAction> moveEntries(const ShellState& shell, const Panel& panel);

}  // namespace sepax
