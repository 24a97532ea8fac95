#pragma once

#include "ui/actions.h"

namespace sepax {

/// Draws the program's settings on one page. All of it takes effect at once and is kept.
void drawSettingsPage(ActionContext& context);

}  // namespace sepax
