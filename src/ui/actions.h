#pragma once

#include "ui/shell_state.h"

#include <span>
#include <string>
#include <vector>

namespace sepax {

[[nodiscard]] const char* menuName(Menu menu);

/// The algorithms that take shapes of the document's space, in the order of the table.
[[nodiscard]] std::vector<const PairAlgorithm*> offeredAlgorithms(const Document& document);

[[nodiscard]] std::span<const Action> actions();
[[nodiscard]] const Action* findAction(const std::string& id);
[[nodiscard]] bool isEnabled(const Action& action, const ActionContext& context);
/// For the palette, what a disabled action lacks: "needs an open bundle"; empty where that has no text.
[[nodiscard]] std::string whyDisabled(const Action& action);

[[nodiscard]] std::span<const ActionList> actionLists();

}  // namespace sepax
