#pragma once

#include "core/log.h"

#include <string>

namespace sepax {

struct Host;

/// A line for the console, and a toast when it is a warning or an error.
void notify(Host& host, LogLevel level, const std::string& text);

/// A line and a toast about something that was done outside the window, where the user would miss it.
void announce(Host& host, const std::string& text);

}  // namespace sepax
