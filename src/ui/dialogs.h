#pragma once

#include "ui/actions.h"

#include <imgui.h>

namespace sepax {

/// "Browse…" behind the field before it; and the room that a field leaves for it, pixels.
[[nodiscard]] bool browseButton(const char* id);
[[nodiscard]] float browseWidth();

/// Opens and begins a modal window in the middle of the display, fitted to its content where `size_em` is zero; `open` goes false when it
/// was closed by mouse or Esc. `id` is "###something". After true: ImGui::EndPopup().
[[nodiscard]] bool beginDialog(const char* title, const char* id, bool& open, ImVec2 size_em);

/// "Discard unsaved changes?" while Workspace::guarded waits for the answer.
void drawGuard(ActionContext& context, Workspace& workspace);

/// Sends on what waited for a file name, once the file dialog has sent its Save.
void followSave(ActionContext& context);

/// Every shortcut and mouse gesture on one page.
void drawKeysHelp(ActionContext& context);
void drawAbout(ActionContext& context);

/// Warnings and errors over the viewport for a few seconds; a click removes one.
void drawToasts(Workspace& workspace, const ShellState& shell);

}  // namespace sepax
