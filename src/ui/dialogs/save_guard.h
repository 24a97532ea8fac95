#pragma once

#include "lesson/lesson.h"
#include "session/host/opened_case.h"
#include "session/requests.h"
#include "ui/dialogs/file_dialog.h"

#include <cstddef>
#include <optional>
#include <string>

namespace sepax {

struct Workspace;

/// "Discard unsaved changes?"
struct SaveGuard {
  std::optional<Request> after_save;             ///< what the user wanted before the guard asked for a file name
  std::optional<Result<VersionLines>> versions;  ///< of the file that others have written, while they are shown
};

/// Asks while Workspace::guarded waits for the answer.
void drawSaveGuard(SaveGuard& guard, FileDialog& files, Workspace& workspace, Outbox& outbox);

/// Sends on what waited for a file name, once the file dialog has sent its Save.
void followSave(SaveGuard& guard, const FileDialog& files, Outbox& outbox);

/// The list of unsaved work that windows left which ended unexpectedly.
struct RecoveryDialog {
  std::size_t chosen = 0;
};

/// Shown while Workspace::recovery has offers.
void drawRecoveryDialog(RecoveryDialog& dialog, const Workspace& workspace, Outbox& outbox);

/// "Save as lesson step": where to, of which kind, and the text in the window's language.
struct LessonStepDialog {
  bool open = false;
  std::string folder;
  LessonStepKind kind = LessonStepKind::kRead;
  std::string english, chinese;
  std::string panel;  ///< in front beside the scene
  bool keeps_view = false;
};

/// Opens it with the folder that it had last, or one for a first lesson beside the case. `panel` is the word of the one
/// in front.
void openLessonStepDialog(LessonStepDialog& dialog, const Workspace& workspace, const std::string& panel);

/// Draws it when it is open; sends SaveLessonStep.
void drawLessonStepDialog(LessonStepDialog& dialog, FileDialog& files, const Workspace& workspace, Outbox& outbox);

}  // namespace sepax
