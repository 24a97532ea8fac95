#pragma once

#include "ui/kit/panel.h"

#include <cstddef>

namespace sepax {

/// The changes of the case since it was opened, by name: a click goes back to one or forward again.
extern const Panel kHistoryPanel;

/// The state of the Console between frames.
struct ConsolePanel {
  bool info = true, warnings = true, errors = true;
  std::size_t lines_seen = 0;
  std::size_t cleared = 0;  ///< lines before it are hidden
};

/// The log.
extern const Panel kConsolePanel;

}  // namespace sepax
