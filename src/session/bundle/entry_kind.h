#pragma once

#include "session/bundle/bundle_state.h"
#include "session/host/view_state.h"

#include <string>

namespace sepax {

[[nodiscard]] EntryKind entryKindOf(const std::string& path);

/// "mesh" and "meshes": keys of tr().
[[nodiscard]] const char* entryKindName(EntryKind kind);
[[nodiscard]] const char* entryKindNames(EntryKind kind);

/// Whether the system's program for files of this name shows them. Files that a desktop might run instead (programs,
/// scripts, launchers) or fetch more for (web pages) are not handed to it.
[[nodiscard]] bool mayOpenOutside(const std::string& path);

}  // namespace sepax
