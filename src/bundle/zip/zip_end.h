#pragma once

#include "bundle/byte_source.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

// Record layouts of PKWARE's APPNOTE: signature, fixed size and the offsets of the fields that are read. Little-endian.
namespace sepax::zip {
namespace local {
inline constexpr std::uint32_t kSignature = 0x04034b50;
inline constexpr std::size_t kSize = 30, kFlags = 6, kMethod = 8, kTime = 10, kDate = 12, kCrc = 14,
                             kCompressedSize = 18, kUncompressedSize = 22, kNameLength = 26, kExtraLength = 28;
}  // namespace local
namespace central {
inline constexpr std::uint32_t kSignature = 0x02014b50;
inline constexpr std::size_t kSize = 46, kMadeBy = 4, kVersionNeeded = 6, kFlags = 8, kMethod = 10, kTime = 12,
                             kDate = 14, kCrc = 16, kCompressedSize = 20, kUncompressedSize = 24, kNameLength = 28,
                             kExtraLength = 30, kCommentLength = 32, kDisk = 34, kExternalAttributes = 38,
                             kHeaderOffset = 42;
}  // namespace central
namespace end {
inline constexpr std::uint32_t kSignature = 0x06054b50;
inline constexpr std::size_t kSize = 22, kDisk = 4, kDirectoryDisk = 6, kEntriesHere = 8, kEntries = 10,
                             kDirectorySize = 12, kDirectoryOffset = 16, kCommentLength = 20;
}  // namespace end
namespace locator64 {
inline constexpr std::uint32_t kSignature = 0x07064b50;
inline constexpr std::size_t kSize = 20, kEndOffset = 8;
}  // namespace locator64
namespace end64 {
inline constexpr std::uint32_t kSignature = 0x06064b50;
inline constexpr std::size_t kSize = 56, kRecordSize = 4, kVersionNeeded = 14, kDirectoryDisk = 20, kEntriesHere = 24,
                             kEntries = 32, kDirectorySize = 40, kDirectoryOffset = 48;
}  // namespace end64
inline constexpr std::uint32_t kSignatureSignature = 0x05054b50;  ///< PKWARE's digital signature, behind the directory
inline constexpr std::uint32_t kSplitSignature =
    0x08074b50;                                      ///< first bytes of a split archive; also a data descriptor's
inline constexpr std::uint16_t kAllOnes16 = 0xFFFF;  ///< "see the ZIP64 record"
inline constexpr std::uint32_t kAllOnes32 = 0xFFFFFFFF;
inline constexpr std::uint16_t kFlagEncrypted = 1 << 0;
inline constexpr std::uint16_t kFlagPatch = 1 << 5;
inline constexpr std::uint16_t kFlagStrong = 1 << 6;
inline constexpr std::uint16_t kExtraZip64 = 0x0001;
inline constexpr std::uint16_t kExtraNtfsTime = 0x000A;
inline constexpr std::uint16_t kExtraUnixTime = 0x5455;
inline constexpr std::uint16_t kExtraAes = 0x9901;
inline constexpr std::uint16_t kExtraUnicodePath = 0x7075;
inline constexpr std::uint16_t kExtraUnixOwner = 0x7875;  ///< Info-ZIP's numbers of user and group
inline constexpr std::uint16_t kExtraAlignment = 0xD935;  ///< zipalign's: alignment, then padding
inline constexpr std::uint64_t kMaxDeflateRatio = 1032;   ///< deflate cannot expand further
}  // namespace sepax::zip

namespace sepax {

/// Where a ZIP's central directory is, by the end record that was chosen. All offsets from the source's start.
struct ZipEnd {
  std::uint64_t directory_start = 0;
  std::uint64_t directory_limit = 0;   ///< the first end record (64-bit or classic): no directory record runs past it
  std::uint64_t base = 0;              ///< added to every offset that the archive states: bytes put before it
  std::uint64_t record_start = 0;      ///< the classic end record; its comment runs from 22 bytes behind to archive_end
  std::uint64_t archive_end = 0;       ///< behind the comment; beyond the source's end when the comment was cut off
  std::uint64_t declared_entries = 0;  ///< never trusted for allocation
  std::uint64_t declared_here = 0;     ///< the same of this part alone: Android counts by it
  std::uint64_t declared_size = 0;     ///< of the directory
  std::uint64_t comment_offset = 0;
  std::uint32_t comment_size = 0;  ///< as stated; the comment may be cut off
  bool is_zip64 = false;
  bool is_split = false;       ///< by its own words
  std::size_t disk = 0;        ///< its number among the parts, from 0
  bool has_directory = false;  ///< a directory record is at directory_start
  /// Where each part of a split archive that is joined begins; offsets count from there.
  std::vector<std::uint64_t> disk_starts;
  std::uint64_t gap64 = 0;  ///< bytes between the 64-bit end record and its locator, which follow each other
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
