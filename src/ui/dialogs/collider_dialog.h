#pragma once

#include <string>

namespace sepax {

struct FileDialog;
struct Outbox;
struct ViewState;
struct Workspace;

/// The dialog that exports colliders: which ones, in what form, and what the text will be.
struct ColliderDialog {
  std::string made_for;  ///< the choice that the text was made for
  std::string text, error;
};

/// Draws it while view.colliders.export_open; sends ExportColliders.
void drawColliderDialog(ColliderDialog& dialog, FileDialog& files, const Workspace& workspace, ViewState& view,
                        Outbox& outbox);

}  // namespace sepax
