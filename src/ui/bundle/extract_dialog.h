#pragma once

#include <string>
#include <vector>

namespace sepax {

struct Outbox;
struct Workspace;

/// "Extract" asks where to.
struct ExtractDialog {
  bool open = false;
  std::string folder;              ///< typed; made when missing
  std::vector<std::string> paths;  ///< entries and folders; empty: everything
  bool may_replace = false;
  bool wants_browse = false;  ///< for the folder, in the file dialog
};

enum class ExtractRequest { kAll, kSelected };

/// Opens it. The folder offered is beside the bundle and bears its name.
void openExtractDialog(ExtractDialog& dialog, const Workspace& workspace, ExtractRequest what);

void drawExtractDialog(ExtractDialog& dialog, Outbox& outbox);

}  // namespace sepax
