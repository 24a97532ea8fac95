#pragma once

#include "ui/shell_state.h"

namespace sepax {

/// Instead of toolbar and regions until it is closed: how to begin, the lessons, some samples, the recent files. Closes
/// by Esc, and when anything is opened from it or elsewhere.
void drawStartPage(ActionContext& context);

}  // namespace sepax
