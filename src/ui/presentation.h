#pragma once

#include "ui/actions.h"

namespace sepax {

/// Over the viewport, for people far away: the verdict of the shown pair and the inequality of the shown axis, a halo
/// around the mouse, and the key that was pressed last with what it did.
void drawPresentation(ActionContext& context);

/// Begins one or ends any. For a projector the panel of an open lesson stands beside the scene, else the one on the
/// right.
void togglePresentation(ActionContext& context, Presentation which);

/// A key has run an action; to be called by those who run it.
void notePressed(ViewState& view, const Action& action, const Shortcut& shortcut);

}  // namespace sepax
