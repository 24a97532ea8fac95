#pragma once

#include <cstddef>
#include <cstdint>

// Record layouts of PKWARE's APPNOTE: signature, fixed size and the offsets of the fields that are read. Little-endian.

namespace sepax::zip {

namespace local {
inline constexpr std::uint32_t kSignature = 0x04034b50;
inline constexpr std::size_t kSize = 30, kFlags = 6, kMethod = 8, kTime = 10, kDate = 12, kCrc = 14,
                             kCompressedSize = 18, kUncompressedSize = 22, kNameLength = 26, kExtraLength = 28;
}  // namespace local

namespace central {
inline constexpr std::uint32_t kSignature = 0x02014b50;
inline constexpr std::size_t kSize = 46, kMadeBy = 4, kFlags = 8, kMethod = 10, kTime = 12, kDate = 14, kCrc = 16,
                             kCompressedSize = 20, kUncompressedSize = 24, kNameLength = 28, kExtraLength = 30,
                             kCommentLength = 32, kDisk = 34, kExternalAttributes = 38, kHeaderOffset = 42;
}  // namespace central

namespace end {
inline constexpr std::uint32_t kSignature = 0x06054b50;
inline constexpr std::size_t kSize = 22, kDisk = 4, kDirectoryDisk = 6, kEntries = 10, kDirectorySize = 12,
                             kDirectoryOffset = 16, kCommentLength = 20;
}  // namespace end

namespace locator64 {
inline constexpr std::uint32_t kSignature = 0x07064b50;
inline constexpr std::size_t kSize = 20, kEndOffset = 8;
}  // namespace locator64

namespace end64 {
inline constexpr std::uint32_t kSignature = 0x06064b50;
inline constexpr std::size_t kSize = 56, kRecordSize = 4, kVersionNeeded = 14, kDirectoryDisk = 20, kEntries = 32,
                             kDirectorySize = 40, kDirectoryOffset = 48;
}  // namespace end64

inline constexpr std::uint32_t kSignatureSignature = 0x05054b50;  ///< PKWARE's digital signature, behind the directory
inline constexpr std::uint32_t kSplitSignature =
    0x08074b50;  ///< first bytes of a split archive; also a data descriptor's

inline constexpr std::uint16_t kAllOnes16 = 0xFFFF;  ///< "see the ZIP64 record"
inline constexpr std::uint32_t kAllOnes32 = 0xFFFFFFFF;

inline constexpr std::uint16_t kFlagEncrypted = 1 << 0;
inline constexpr std::uint16_t kFlagStrong = 1 << 6;

inline constexpr std::uint16_t kExtraZip64 = 0x0001;
inline constexpr std::uint16_t kExtraNtfsTime = 0x000A;
inline constexpr std::uint16_t kExtraUnixTime = 0x5455;
inline constexpr std::uint16_t kExtraAes = 0x9901;
inline constexpr std::uint16_t kExtraUnicodePath = 0x7075;
inline constexpr std::uint16_t kExtraUnixOwner = 0x7875;  ///< Info-ZIP's numbers of user and group
inline constexpr std::uint16_t kExtraAlignment = 0xD935;  ///< zipalign's: alignment, then padding

inline constexpr std::uint64_t kMaxDeflateRatio = 1032;  ///< deflate cannot expand further

}  // namespace sepax::zip
