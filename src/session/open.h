#pragma once

#include "core/error.h"

#include <cstddef>
#include <string>

namespace sepax {

struct Workspace;

/// The kind that a path or entry turned out to be: by content, by name only where content does not say it (mesh
/// formats).
enum class Opened { kCase, kMesh, kContainer, kText, kRecording };

[[nodiscard]] Result<Opened> classifyPath(const std::string& path);

/// Does what OpenPath and OpenEntry ask for once nothing is in the way: reads in the background, then shows. The
/// document is untouched when it fails.
void startOpening(Workspace& workspace, const std::string& path);
void startOpeningEntry(Workspace& workspace, std::size_t index);

/// Opens at once, for a caller that has nothing to do until it is open.
[[nodiscard]] Result<void> openPath(Workspace& workspace, const std::string& path);

}  // namespace sepax
