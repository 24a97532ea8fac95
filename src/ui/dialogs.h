#pragma once

#include "ui/actions.h"

namespace sepax {

/// "Discard unsaved changes?" while Workspace::guarded waits for the answer.
void drawGuard(ActionContext& context, Workspace& workspace);

/// Sends on what waited for a file name, once the file dialog has sent its Save.
void followSave(ActionContext& context);

/// Every shortcut and mouse gesture on one page.
void drawKeysHelp(ActionContext& context);
void drawAbout(ActionContext& context);

/// Warnings and errors over the viewport for a few seconds; a click removes one.
void drawToasts(Workspace& workspace, const ShellState& shell);

}  // namespace sepax
