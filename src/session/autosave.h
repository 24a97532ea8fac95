#pragma once

#include "core/error.h"
#include "document/document.h"

#include <cstdint>
#include <string>

namespace sepax {

struct Workspace;

/// Keeps unsaved work where a crash cannot take it: recovery-<process>.json in the user's settings folder, and beside
/// it in recovery-<process>.origin where it came from.
class Autosave {
 public:
  /// Brings back what a process that runs no more left behind, as an unsaved change of the file it came from that undo
  /// takes back. Saving writes that file.
  void recover(Workspace& workspace);

  /// Writes the document when it has unsaved changes that are not kept yet; call when the user pauses. Removes the file
  /// once all is saved. A failure is told in the workspace, once until it works again.
  void keep(Workspace& workspace);

  /// The user left on purpose: nothing to recover.
  void forget();

 private:
  [[nodiscard]] Result<void> write(const Workspace& workspace);

  std::string path_;  ///< empty while nothing is kept
  std::uint64_t kept_revision_ = 0;
  bool is_failing_ = false;
};

}  // namespace sepax
