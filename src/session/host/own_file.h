#pragma once

#include "core/error.h"

#include <cstddef>
#include <string>
#include <vector>

namespace sepax {

struct Host;

/// Another program, or another window, has written it since: saving would lose that. Its bytes decide, not its time.
[[nodiscard]] bool isWrittenByOthers(const Host& host);

/// The lines in which the file and the open case differ, both as this program writes them.
struct VersionLines {
  struct Row {
    std::string file, here;  ///< without blanks at the ends; empty: no such line
  };
  std::vector<Row> rows;
  std::size_t left_out = 0;  ///< rows beyond the most that are shown
};
[[nodiscard]] Result<VersionLines> compareWithFile(const Host& host);

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
