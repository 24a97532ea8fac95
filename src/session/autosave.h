#pragma once

#include "core/error.h"
#include "core/file_lock.h"

#include <chrono>
#include <cstdint>
#include <future>
#include <memory>
#include <optional>
#include <string>

namespace sepax {

struct Workspace;

/// Keeps unsaved work where a crash cannot take it, beside the frames: as a recovery file (session/recovery.h) in the
/// first of keepingFolders() that takes it. A file that was kept stays when this is destroyed without forget().
class Autosave {
 public:
  /// Begins to write the document when it has unsaved changes that are not kept yet, once a second at most; removes the
  /// file once all is saved. Call it in every frame and before every wait. The time after which it has to be called
  /// again though nothing changes, if any. A failure is told in the workspace, once until it works again.
  std::optional<std::chrono::milliseconds> follow(Workspace& workspace);

  /// Keeps what is unsaved before it returns.
  void keepNow(Workspace& workspace);

  /// The user left on purpose: nothing to recover.
  void forget(Workspace& workspace);

 private:
  using Clock = std::chrono::steady_clock;
  struct Kept {
    std::string path;  ///< of the recovery file; empty while nothing is kept
    std::shared_ptr<const FileLock> lock;
  };
  struct Written {
    Kept kept;
    Result<void> result;
  };
  static Written write(Kept kept, const std::string& text);
  void start(const Workspace& workspace);
  void finish(Workspace& workspace);

  Kept kept_;
  std::uint64_t kept_revision_ = 0, writing_revision_ = 0;
  std::future<Written> writing_;
  std::optional<Clock::time_point> started_;
  bool is_failing_ = false;
};

}  // namespace sepax
