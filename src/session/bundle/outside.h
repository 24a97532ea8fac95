#pragma once

#include <cstddef>
#include <string>

namespace sepax {

struct Workspace;

/// Whether the system's program for files of this name shows them. Files that a desktop might run instead (programs,
/// scripts, launchers) or fetch more for (web pages) are not handed to it.
[[nodiscard]] bool mayOpenOutside(const std::string& path);

/// Writes an entry of the shown bundle into a folder of its own for this run of the program, and opens the copy with
/// the system's program.
void startOpeningOutside(Workspace& workspace, std::size_t index);

}  // namespace sepax
