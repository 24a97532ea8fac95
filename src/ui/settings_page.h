#pragma once

#include "ui/actions.h"

namespace sepax {

/// What the program remembers about its looks and habits, on one page. All of it takes effect at once and is kept.
void drawSettingsPage(ActionContext& context);

}  // namespace sepax
