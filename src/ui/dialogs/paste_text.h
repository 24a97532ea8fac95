#pragma once

#include "ui/dialogs/paste_hand.h"

#include <imgui.h>

namespace sepax {

struct Workspace;

/// The pasted text with its chips, which take mouse and keys, and the menu of roles.
void drawChippedText(const PasteHand& hand, const ImVec2& size);

/// The colour of the body of a slot; of kNowhere that of faint text.
[[nodiscard]] ImU32 slotColour(int slot, const Workspace& workspace);

/// Dragged chips: the selection.
inline constexpr const char* kDraggedChips = "sepax_chips";

}  // namespace sepax
