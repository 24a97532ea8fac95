#pragma once

#include "ui/dialogs/paste_hand.h"

namespace sepax {

struct Outbox;
struct Workspace;

/// The text with each body's numbers as chips in its colour, what was understood body by body, the picture and the
/// verdict, and what was assumed as switches. OK makes a case of it or adds it to the scene.
void drawPasteDialog(PasteDialog& dialog, Workspace& workspace, Outbox& outbox);

}  // namespace sepax
