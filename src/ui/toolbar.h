#pragma once

#include "ui/shell_state.h"

namespace sepax {

struct Workspace;

/// Tools, the shown pair, the algorithm and the verdict; wraps into more lines when the window is narrow.
void drawToolbar(ActionContext& context);

/// The verdict of the shown pair with its number and what decides it, as the toolbar's chip says it, as a line.
void drawVerdictLine(const Workspace& workspace);

/// Name of the case at the right end of the menu bar, with a mark while it has unsaved changes.
void drawTitle(const ActionContext& context);

/// Verdict, deciding axis, time of the test, frames a second and a hint for the tool in hand.
void drawStatusLine(const ActionContext& context);

}  // namespace sepax
