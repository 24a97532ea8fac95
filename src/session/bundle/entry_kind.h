#pragma once

#include <cstdint>
#include <string>

namespace sepax {

/// The kind of a bundle's entry, by its name alone: the entry is not read.
enum class EntryKind : std::uint8_t { kMesh, kPicture, kSound, kVideo, kText, kFont, kCode, kBundle, kOther };
inline constexpr int kEntryKindCount = 9;

[[nodiscard]] EntryKind entryKindOf(const std::string& path);

/// "mesh" and "meshes": keys of tr().
[[nodiscard]] const char* entryKindName(EntryKind kind);
[[nodiscard]] const char* entryKindNames(EntryKind kind);

}  // namespace sepax
