#pragma once

#include "ui/shell_state.h"

#include <string>
#include <vector>

namespace sepax {

/// One of each panel, and of each part of the window that is none.
[[nodiscard]] std::vector<Explanation> explanations();

/// Explains the part under the mouse beside it until the next click or key; over nothing in particular the page of keys
/// opens.
void explainWhatIsHovered(ActionContext& context);
/// `keys`: of the page of all keys.
void drawExplanation(ShellState& shell, const std::string& keys);

}  // namespace sepax
