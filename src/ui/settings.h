#pragma once

#include "session/workspace.h"
#include "ui/shell_state.h"

namespace sepax {

/// Once after ImGui::CreateContext and before settings are loaded: makes imgui.ini carry layout, view settings and
/// recent files. Both objects must outlive the context.
void registerSettings(Workspace& workspace, ShellState& shell);

/// Draws the dialog that keeps and deletes layouts.
void drawLayoutsPage(ActionContext& context);

/// Draws the program's settings on one page. All of it takes effect at once and is kept.
void drawSettingsPage(ActionContext& context);

}  // namespace sepax
