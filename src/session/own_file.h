#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace sepax {

struct Workspace;

/// When a file was written last, and how large it was then.
struct FileStamp {
  std::int64_t modified = 0;  ///< nanoseconds of the system's clock of files; 0: there is no such file
  std::uint64_t size = 0;
  friend bool operator==(const FileStamp&, const FileStamp&) = default;
};
[[nodiscard]] FileStamp stampOf(const std::string& path);

/// The document's own file as this window read or wrote it last.
struct OwnFile {
  FileStamp known;  ///< all zero: not known, and then nothing is said
  FileStamp told;   ///< of the change that was told
  std::chrono::steady_clock::time_point looked_at;
};

/// Another program, or another window, has written it since: saving would lose that.
[[nodiscard]] bool isWrittenByOthers(const Workspace& workspace);

/// True if it was also not announced yet: a window that draws no frames asks this, to draw one.
[[nodiscard]] bool isNewlyWrittenByOthers(const Workspace& workspace);

/// Once a frame; looks a few times a second. A case without changes of one's own is read again, which undo takes back;
/// else it is told.
void followOwnFile(Workspace& workspace);

/// The name, without an ending, that the open scene is offered to be saved under: of the file or entry that it came
/// from, else its own name, else what is in it: "box-capsule", "box-sphere-24-bodies", "empty". It needs no quotes in a
/// shell and is a name on every system.
[[nodiscard]] std::string proposedName(const Workspace& workspace);

}  // namespace sepax
