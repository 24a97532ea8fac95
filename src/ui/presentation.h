#pragma once

#include "ui/shell_state.h"

namespace sepax {

/// Over the viewport, for people far away: the verdict of the shown pair and the inequality of the shown axis, a halo
/// around the mouse, and the key that was pressed last with what it did.
void drawPresentation(ActionContext& context);

/// A key has run an action; to be called by those who run it.
void notePressed(ViewState& view, const Action& action, const Shortcut& shortcut);

}  // namespace sepax
