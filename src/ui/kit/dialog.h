#pragma once

#include <imgui.h>

#include <string>

namespace sepax {

/// Opens and begins a modal window in the middle of the display, fitted to its content where `size_em` (font heights)
/// is zero; `open` goes false when it was closed by mouse or Esc. `id` is "###something". After true:
/// endDialog() or ImGui::EndPopup().
[[nodiscard]] bool beginDialog(const char* title, const char* id, bool& open, ImVec2 size_em = {0, 0});
/// Ends what was begun; `done` closes it.
void endDialog(bool& open, bool done);

/// Inside a dialog before its items, once a frame; beginDialog does so. Tab and Shift+Tab go from item to item, line by
/// line, over texts and buttons alike. Dear ImGui's own Tab knows texts only, and leaves a question of three buttons
/// without an answer.
void walkByTab();

/// Inside a dialog, once a frame: Esc was pressed and leaves it. A list that is open above it takes the key for itself.
[[nodiscard]] bool escapesDialog();

/// The button that a dialog is about: Enter presses it, too, unless the keys are on another item or in a text.
[[nodiscard]] bool defaultButton(const char* label);

/// "Browse…" behind the field before it; and the room that a field leaves for it, pixels.
[[nodiscard]] bool browseButton(const char* id);
[[nodiscard]] float browseWidth();

/// A box to tick while there is a file of that path; `replaced` is the one that it was ticked for, so that it is asked
/// anew for another. True when the path may be written.
[[nodiscard]] bool mayBeWritten(const std::string& path, std::string& replaced);

}  // namespace sepax
