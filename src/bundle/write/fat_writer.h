#pragma once

#include "bundle/write/new_entry.h"

#include <cstdint>
#include <span>

namespace sepax {

/// Writes a FAT16 image ("super-floppy", no partition table) of whole sectors of 512 bytes to `sink`, front to back, so
/// that it can be encrypted on the way. As jobb makes them: two tables, 512 root slots, at least 8401 sectors, files in
/// one piece each, a long name for every entry; unlike jobb with valid short names. FAT16 alone, whatever the size:
/// jobb's FAT12 and FAT32 images never worked. Layout after Microsoft's "FAT: General Overview of On-Disk Format" 1.03.
/// Refuses names that FAT cannot hold, names of a folder that differ only in case, more than the root's slots hold,
/// files of 4 GiB, images beyond 2 GiB (devices count bytes in 31 bits).
[[nodiscard]] Result<void> writeFatImage(std::span<const NewEntry> entries, const ByteSink& sink);

}  // namespace sepax
