#pragma once

#include "ui/actions.h"

namespace sepax {

/// The menu of the right button: what applies to the selected bodies, or beside all of them. Rows of the Scene panel
/// ask for the same one.
void drawContextMenu(ActionContext& context);

}  // namespace sepax
