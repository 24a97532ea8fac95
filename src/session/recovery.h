#pragma once

#include "core/error.h"
#include "core/file_lock.h"
#include "session/host/host.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

// Unsaved work outlives a crash in files recovery-<random name>.json: one line of JSON says where the work came from, a
// case follows. A window holds recovery-<random name>.lock beside its file as long as it lives. Older versions wrote
// recovery-<process>.json, a plain case, and recovery-<process>.origin.

namespace sepax {

/// The state of the file that unsaved work came from now.
enum class OriginState { kUntitled, kUnchanged, kChanged, kGone, kMoved, kDamaged };

/// Unsaved work that no living window holds.
struct RecoveryOffer {
  std::string path;                      ///< of the recovery file
  std::shared_ptr<const FileLock> lock;  ///< null: it cannot be held, so a copy is offered and the file stays
  std::int64_t saved = 0;                ///< milliseconds since 1970-01-01T00:00 UTC
  CaseFile origin;
  OriginState state = OriginState::kUntitled;  ///< kDamaged: the recovery file itself cannot be read
};

/// The offers that the dialog shows, and those that the document has taken over but no file of this window keeps yet.
struct RecoveryRun {
  std::vector<RecoveryOffer> offers, taken;
};

// Requests of the recovery dialog and its menu entry.
struct FindRecoveries {};
struct TakeRecovery {
  std::size_t index = 0;
  bool discard_changes = false;
};  ///< guarded when there are unsaved changes
struct DiscardRecovery {
  std::size_t index = 0;
};
struct LeaveRecoveries {};  ///< the next window offers them

/// The name of a recovery file without its ending.
[[nodiscard]] std::string recoveryName();
[[nodiscard]] std::string lockBeside(const std::string& recovery);
/// The bytes of a recovery file.
[[nodiscard]] std::string recoveryText(const CaseFile& origin, std::string_view case_text);
/// Removes a recovery file that is held, and what lies beside it.
void removeRecovery(const std::string& path, const FileLock* lock);

/// Holds all recovery files that no other window holds: those whose work came from one of these files first, then the
/// newest first. A file moved meanwhile is known by its content. Recoveries of what was saved after all are removed.
[[nodiscard]] std::vector<RecoveryOffer> findRecoveries(const std::vector<std::string>& opened = {});

/// At the start of a window: offers all recoveries, or those of the files that it opens; says when there are others.
void offerRecoveries(RecoveryRun& run, Host& host, const std::vector<std::string>& opened);

/// Brings the work back as an unsaved change of the file it came from that undo takes back.
void takeRecovery(RecoveryRun& run, Host& host, std::size_t index);
/// Moves the file into the folder "discarded" beside it.
[[nodiscard]] Result<void> discardRecovery(RecoveryRun& run, std::size_t index);

}  // namespace sepax
