#pragma once

#include "ui/actions.h"

#include <span>

namespace sepax {

/// A part of the window in a few sentences, for a user who sees it for the first time.
struct Explanation {
  const char* title;  ///< keys of tr()
  const char* text;
};
/// All that there are.
[[nodiscard]] std::span<const Explanation> explanations();

/// Explains the part under the mouse beside it until the next click or key; over nothing in particular the page of keys
/// opens.
void explainWhatIsHovered(ActionContext& context);
void drawExplanation(ShellState& shell);

}  // namespace sepax
