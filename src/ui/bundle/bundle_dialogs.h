#pragma once

#include "session/requests.h"

#include <string>
#include <vector>

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

struct Outbox;

/// The changes that wait to be written into the bundle, before they are.
struct EditsDialog {
  bool open = false;
  std::string output;    ///< the bundle's own file, or another
  std::string replaced;  ///< an existing other file that may be written over
};

void openEditsDialog(EditsDialog& dialog, const Workspace& workspace);
void drawEditsDialog(EditsDialog& dialog, FileDialog& files, const Workspace& workspace, Outbox& outbox);

/// "Extract" asks where to.
struct ExtractDialog {
  bool open = false;
  std::string folder;              ///< typed; made when missing
  std::vector<std::string> paths;  ///< entries and folders; empty: everything
  bool may_replace = false;
};

enum class ExtractRequest { kAll, kSelected };

/// Opens it. The folder offered is beside the bundle and bears its name.
void openExtractDialog(ExtractDialog& dialog, const Workspace& workspace, ExtractRequest what);

void drawExtractDialog(ExtractDialog& dialog, FileDialog& files, const Workspace& workspace, Outbox& outbox);

}  // namespace sepax
