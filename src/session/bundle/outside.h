#pragma once

#include "session/bundle/bundle_state.h"

#include <string>

namespace sepax {

/// Whether the system's program for files of this name shows them. Files that a desktop might run instead (programs,
/// scripts, launchers) or fetch more for (web pages) are not handed to it.
[[nodiscard]] bool mayOpenOutside(const std::string& path);

}  // namespace sepax
