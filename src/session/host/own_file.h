#pragma once

#include <string>

namespace sepax {

struct FileStamp;
struct Host;

/// Another program, or another window, has written it since: saving would lose that.
[[nodiscard]] bool isWrittenByOthers(const Host& host);

/// True if it was also not announced yet: a window that draws no frames asks this, to draw one.
[[nodiscard]] bool isNewlyWrittenByOthers(const Host& host);

/// Once a frame; looks a few times a second. A case without changes of one's own is read again, which undo takes back;
/// else it is told.
void followOwnFile(Host& host);

/// The name, without an ending, that the open scene is offered to be saved under: of the file or entry that it came
/// from, else its own name, else what is in it: "box-capsule", "box-sphere-24-bodies", "empty". It needs no quotes in a
/// shell and is a name on every system.
[[nodiscard]] std::string proposedName(const Host& host);

}  // namespace sepax
