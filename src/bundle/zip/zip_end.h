#pragma once

#include "bundle/byte_source.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace sepax {

/// Where a ZIP's central directory is, by the end record that was chosen. All offsets from the source's start.
struct ZipEnd {
  std::uint64_t directory_start = 0;
  std::uint64_t directory_limit = 0;   ///< the first end record (64-bit or classic): no directory record runs past it
  std::uint64_t base = 0;              ///< added to every offset that the archive states: bytes put before it
  std::uint64_t record_start = 0;      ///< the classic end record; its comment runs from 22 bytes behind to archive_end
  std::uint64_t archive_end = 0;       ///< behind the comment; beyond the source's end when the comment was cut off
  std::uint64_t declared_entries = 0;  ///< never trusted for allocation
  std::uint64_t declared_size = 0;     ///< of the directory
  std::uint64_t comment_offset = 0;
  std::uint32_t comment_size = 0;  ///< as stated; the comment may be cut off
  bool is_zip64 = false;
  bool is_split = false;       ///< by its own words
  std::size_t disk = 0;        ///< its number among the parts, from 0
  bool has_directory = false;  ///< a directory record is at directory_start
  /// Where each part of a split archive that is joined begins; offsets count from there.
  std::vector<std::uint64_t> disk_starts;
  std::uint64_t gap64 = 0;     ///< bytes between the 64-bit end record and its locator, which follow each other
  /// End records from the directory on that could be meant, and all behind the chosen one, since some readers take the
  /// last whatever it says; more than one is ambiguous.
  std::size_t candidates = 0;
};

/// Chooses among all end records of the last MiB: one that points at a directory and whose comment ends where the
/// source ends beats the others, ties go to the last. Taking simply the last signature would let a comment that holds a
/// fake record hide every entry. `disk_starts`: where the parts of a split archive begin that were joined to `source`.
[[nodiscard]] std::optional<ZipEnd> findZipEnd(const ByteSource& source,
                                               const std::vector<std::uint64_t>& disk_starts = {});

/// Whether a source without a readable directory ends as PKWARE's archives with an encrypted one do.
[[nodiscard]] bool hasEncryptedDirectory(const ByteSource& source);

}  // namespace sepax
