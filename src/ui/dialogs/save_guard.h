#pragma once

#include "session/host/own_file.h"
#include "session/requests.h"
#include "ui/dialogs/file_dialog.h"

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

}  // namespace sepax
