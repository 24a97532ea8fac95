#pragma once

#include <string>

namespace sepax {

struct FileDialog;
struct Outbox;
struct Workspace;

/// The changes that wait to be written into the bundle, before they are.
struct EditsDialog {
  bool open = false;
  std::string output;    ///< the bundle's own file, or another
  std::string replaced;  ///< an existing other file that may be written over
};

void openEditsDialog(EditsDialog& dialog, const Workspace& workspace);
void drawEditsDialog(EditsDialog& dialog, FileDialog& files, const Workspace& workspace, Outbox& outbox);

}  // namespace sepax
