#pragma once

#include "ui/kit/panel.h"

#include <cstddef>

namespace sepax {

/// The state of the Console between frames.
struct ConsolePanel {
  bool info = true, warnings = true, errors = true;
  std::size_t lines_seen = 0;
  std::size_t cleared = 0;  ///< lines before it are hidden
};

/// The log.
extern const Panel kConsolePanel;

}  // namespace sepax
