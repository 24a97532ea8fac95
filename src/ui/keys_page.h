#pragma once

#include "ui/shell_state.h"

namespace sepax {

/// Every mouse gesture and every action with its key on one page, where keys are changed.
void drawKeysPage(ActionContext& context);

/// Version and licence; `open` goes false when it was closed.
void drawAboutDialog(bool& open);

}  // namespace sepax
