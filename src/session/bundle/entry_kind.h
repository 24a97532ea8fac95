#pragma once

#include <cstdint>
#include <string>

namespace sepax {

/// What an entry of a bundle is, by its name: nothing of it is read for that.
enum class EntryKind : std::uint8_t { kMesh, kPicture, kSound, kVideo, kText, kFont, kCode, kBundle, kOther };
inline constexpr int kEntryKindCount = 9;

[[nodiscard]] EntryKind entryKindOf(const std::string& path);

/// "mesh" and "meshes": keys of tr().
[[nodiscard]] const char* entryKindName(EntryKind kind);
[[nodiscard]] const char* entryKindNames(EntryKind kind);

}  // namespace sepax
