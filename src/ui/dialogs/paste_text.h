#pragma once

#include "ui/dialogs/paste_hand.h"

#include <imgui.h>

namespace sepax {

struct Outbox;
struct Workspace;

/// The pasted text with its chips, which take mouse and keys, and the menu of roles.
void drawChippedText(PasteDialog& dialog, const Workspace& workspace, const ImVec2& size, Outbox& outbox);

/// The colour of the body of a slot; of kNowhere that of faint text.
[[nodiscard]] ImU32 slotColour(int slot, const Workspace& workspace);

/// Dragged chips: the selection.
inline constexpr const char* kDraggedChips = "sepax_chips";

}  // namespace sepax
