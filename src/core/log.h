#pragma once

#include <functional>
#include <string>

namespace sepax {

enum class LogLevel { kInfo, kWarning, kError };

using LogSink = std::function<void(LogLevel, const std::string&)>;

/// Sets who hears log lines (the window's console, a test); an empty sink restores the default, standard error.
void setLogSink(LogSink sink);

/// Sends one line to the sink; callable from any thread.
void log(LogLevel level, const std::string& message);

}  // namespace sepax
