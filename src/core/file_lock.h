#pragma once

#include "core/error.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

// Which process works on what: depends on the platform, as core/platform.h does.

namespace sepax {

/// A file that this process holds: the system lets go of it however the process ends, and no child inherits it. The
/// file itself is never written or replaced, so that its name and the lock stay together.
class FileLock {
 public:
  /// Makes the file when missing. Null while another process, or another lock of this one, holds it; an error where
  /// the folder cannot be written or its file system has no locks.
  [[nodiscard]] static Result<std::shared_ptr<const FileLock>> take(const std::string& path);
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;
  ~FileLock();

  /// Removes the file while it is held.
  void removeFile() const;

 private:
  FileLock(std::string path, int descriptor) : path_(std::move(path)), descriptor_(descriptor) {}
  std::string path_;
  int descriptor_ = -1;
};

/// 32 hexadecimal digits that no other process comes by.
[[nodiscard]] std::string randomName();

/// Folders for what must outlive a crash, the first is tried first: for settings, for state ($XDG_STATE_HOME/sepax or
/// ~/.local/state/sepax) and for this login ($XDG_RUNTIME_DIR/sepax). They need not exist.
[[nodiscard]] std::vector<std::string> keepingFolders();

}  // namespace sepax
