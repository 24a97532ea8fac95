#pragma once

#include "session/host/bundle_rows.h"

#include <string>

namespace sepax {

[[nodiscard]] EntryKind entryKindOf(const std::string& path);

/// "mesh" and "meshes": keys of tr().
[[nodiscard]] const char* entryKindName(EntryKind kind);
[[nodiscard]] const char* entryKindNames(EntryKind kind);

}  // namespace sepax
