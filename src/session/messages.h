#pragma once

#include "core/log.h"

#include <string>

namespace sepax {

struct Workspace;

struct ConsoleLine {
  LogLevel level = LogLevel::kInfo;
  std::string text;
};
struct Toast {
  LogLevel level = LogLevel::kInfo;
  std::string text;
  double shown_until = 0;  ///< seconds of ImGui time; 0: not drawn yet
};

/// A line for the console, and a toast when it is a warning or an error.
void notify(Workspace& workspace, LogLevel level, const std::string& text);

/// A line and a toast about something that was done outside the window, where the user would miss it.
void announce(Workspace& workspace, const std::string& text);

}  // namespace sepax
