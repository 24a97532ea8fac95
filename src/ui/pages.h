#pragma once

#include "ui/shell_state.h"

namespace sepax {

/// The page of SamplesPage, while it is open.
void drawSamplesPage(ActionContext& context);

/// Instead of toolbar and regions until it is closed: how to begin, the lessons, some samples, the recent files. Closes
/// by Esc, and when anything is opened from it or elsewhere.
void drawStartPage(ActionContext& context);

/// Every mouse gesture and every action with its key on one page, where keys are changed.
void drawKeysPage(ActionContext& context);

/// Version and licence; `open` goes false when it was closed.
void drawAboutDialog(bool& open);

}  // namespace sepax
