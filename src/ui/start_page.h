#pragma once

#include "ui/shell_state.h"

namespace sepax {

struct ActionContext;

/// The page of SamplesPage, while it is open.
void drawSamplesPage(ActionContext& context);

/// Instead of toolbar and regions until it is closed: how to begin, the lessons, some samples, the recent files. Closes
/// by Esc, and when anything is opened from it or elsewhere.
void drawStartPage(ActionContext& context);

}  // namespace sepax
