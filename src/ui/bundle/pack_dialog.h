#pragma once

#include "session/requests.h"

#include <string>

namespace sepax {

struct FileDialog;
struct Workspace;

/// "Pack a folder": what goes in, where it goes, in which form.
struct PackDialog {
  bool open = false;
  PackFolder wanted;
  std::string version = "1";
  std::string replaced;  ///< the existing file that may be written over
};

/// Opens it with what the open folder or bundle suggests.
void openPackDialog(PackDialog& dialog, const Workspace& workspace);

void drawPackDialog(PackDialog& dialog, FileDialog& files, const Workspace& workspace, Outbox& outbox);

/// Whether a bundle's file name is one that downloaders and engines look for, in words; empty when it is.
[[nodiscard]] std::string nameError(const std::string& file_name);

}  // namespace sepax
