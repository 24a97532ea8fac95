#pragma once

#include <string>
#include <vector>

namespace sepax {

struct FileDialog;
struct Outbox;
struct Workspace;

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
