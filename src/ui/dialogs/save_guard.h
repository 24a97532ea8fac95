#pragma once

#include "session/host/opened_case.h"
#include "session/requests.h"
#include "ui/dialogs/file_dialog.h"

#include <cstddef>
#include <optional>

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

struct Outbox;

/// The list of unsaved work that windows left which ended unexpectedly.
struct RecoveryDialog {
  std::size_t chosen = 0;
};

/// Shown while Workspace::recovery has offers.
void drawRecoveryDialog(RecoveryDialog& dialog, const Workspace& workspace, Outbox& outbox);

}  // namespace sepax
