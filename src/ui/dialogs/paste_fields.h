#pragma once

#include "ui/dialogs/paste_hand.h"

#include <imgui.h>

namespace sepax {

/// The parts that were read and given by hand, body by body: chips are dropped on its fields, and numbers typed into
/// them.
void drawPasteFields(const PasteHand& hand);

/// The picture of the pair and its verdict, which is no certain one of an unsure reading.
void drawPastePicture(const PasteHand& hand, const ImVec2& size);

}  // namespace sepax
