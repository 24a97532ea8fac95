#pragma once

#include "bundle/write/entry_changes.h"
#include "core/output_file.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

// Writing ZIPs as every reader of bundles likes them: sizes in the local header and no descriptor, local header equal
// to the directory's record, UTF-8 names, stored data at multiples of four. Written by us and not by libzip: that one
// turns to ZIP64 without being asked, follows the clock, and cannot keep the bytes of entries that stay as they are.

namespace sepax {

/// The record and sums of an entry that was written.
struct WrittenZipEntry {
  std::string record;       ///< for the directory
  std::uint32_t crc32 = 0;  ///< of its bytes; the directory has none of those that are encrypted
  std::uint64_t size = 0;
  std::uint64_t packed_size = 0;
  std::uint64_t data_offset = 0;
};

/// Appends local header and data. Deflated only when asked for and smaller so; stored data begins at a multiple of
/// four, by padding in the local header's field D935 that Android's zipalign uses. `base` is what the archive's offsets
/// count from. A `password` encrypts the data by AES-256 (WinZip's AE-2). Refuses what would need ZIP64 unless
/// `allows_zip64`, and a stream that does not give the stated size.
[[nodiscard]] Result<WrittenZipEntry> writeZipEntry(OutputFile& file, const NewEntry& entry, Compression method,
                                                    bool allows_zip64, std::uint64_t base = 0,
                                                    std::string_view password = {});

/// Appends the directory and the end records; ZIP64's only when they are needed and allowed, or `wants_zip64` because
/// they were there.
[[nodiscard]] Result<void> writeZipEnd(OutputFile& file, std::span<const std::string> records, std::string_view comment,
                                       bool allows_zip64, bool wants_zip64 = false, std::uint64_t base = 0);

/// Appends Android's alignment field to the extra fields of a local header that end at `position` in the file: data
/// right behind it then is at `remainder` modulo `alignment`.
void appendAlignmentField(std::string& extra, std::uint64_t position, std::uint64_t alignment,
                          std::uint64_t remainder = 0);

/// False for names of files that are compressed by themselves (pictures, sound, video, archives): stored, they can be
/// read in place.
[[nodiscard]] bool isWorthDeflating(std::string_view path);

}  // namespace sepax
