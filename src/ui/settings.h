#pragma once

#include "session/workspace.h"
#include "ui/shell.h"

namespace sepax {

/// Once after ImGui::CreateContext and before settings are loaded: makes imgui.ini carry layout, view settings and
/// recent files. Both objects must outlive the context.
void registerSettings(Workspace& workspace, ShellState& shell);

}  // namespace sepax
