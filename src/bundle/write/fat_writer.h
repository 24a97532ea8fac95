#pragma once

#include "bundle/tree.h"
#include "bundle/write/entry_changes.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

// The slots of a FAT folder, as they are written: 32 bytes each, those of an entry's long name before its own.

namespace sepax {

inline constexpr std::uint32_t kSlotSize = 32, kMaxFolderSlots = 65536;
inline constexpr char kDeletedSlot = '\xE5';  ///< the first byte of a slot that is free

using ShortName = std::array<char, 11>;  ///< eight letters and three, filled with blanks

/// An entry's own slot.
struct FatSlot {
  ShortName short_name{};
  bool is_folder = false;
  DosTime modified = {};
  std::uint32_t cluster = 0;  ///< the first one
  std::uint32_t size = 0;     ///< 0 for folders
};
void appendSlot(std::string& out, const FatSlot& slot);

/// The slots "." and ".." with which a folder begins; `above` is the first cluster of the folder around it, 0 for the
/// root.
void appendDots(std::string& out, FatSlot folder, std::uint32_t above);

/// The slots of a long name, the last part first, and their number.
void appendLongName(std::string& out, std::u16string name, const ShortName& short_name);

/// "LONGNA~7.TXT" for number 7.
[[nodiscard]] ShortName numberedShortName(std::string_view name, std::size_t number);

/// Why FAT holds no such name, or nullptr; `units` is the name in UTF-16.
[[nodiscard]] const char* whyNoFatName(std::string_view name, const std::u16string& units);

/// Writes a FAT16 image ("super-floppy", no partition table) of whole sectors of 512 bytes to `sink`, front to back, so
/// that it can be encrypted on the way. As jobb makes them: two tables, 512 root slots, at least 8401 sectors, files in
/// one piece each, a long name for every entry; unlike jobb with valid short names. FAT16 alone, whatever the size:
/// jobb's FAT12 and FAT32 images never worked. Layout after Microsoft's "FAT: General Overview of On-Disk Format" 1.03.
/// Refuses names that FAT cannot hold, names of a folder that differ only in case, more than the root's slots hold,
/// files of 4 GiB, images beyond 2 GiB (devices count bytes in 31 bits).
[[nodiscard]] Result<void> writeFatImage(std::span<const NewEntry> entries, const ByteSink& sink);

}  // namespace sepax
