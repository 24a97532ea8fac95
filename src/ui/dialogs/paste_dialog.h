#pragma once

#include "lab/paste/paste.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace sepax {

struct Outbox;
struct Workspace;

/// The state of the paste dialog between frames besides PasteState.
struct PasteDialog {
  bool was_open = false;
  bool edits = false;  ///< the text is a field, not coloured
  std::string text;    ///< in the field
  std::shared_ptr<const Pasted> shown;
  std::vector<std::size_t> lines;  ///< where each line of shown->text begins
  float widest = 0;                ///< longest line, characters
};

/// The text with each body's numbers in its colour and unused ones faint, what was understood, and what was assumed as
/// switches. OK makes a case of it or adds it to the scene.
void drawPasteDialog(PasteDialog& dialog, Workspace& workspace, Outbox& outbox);

}  // namespace sepax
