#pragma once

#include "bundle/byte_source.h"
#include "bundle/findings.h"
#include "bundle/tree.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace sepax {

/// The fields that reading an entry needs beyond its TreeEntry.
struct ZipRecord {
  std::uint16_t flags = 0;
  std::uint16_t local_flags = 0;
  std::uint16_t aes_version = 0;        ///< 1: the CRC counts, 2: it is left out
  std::uint16_t time = 0;               ///< MS-DOS time, from which ZipCrypto takes its check byte
  bool is_dos_folder = false;           ///< by its attribute; the name need not end with a slash
  bool has_bad_extra = false;           ///< of the directory
  bool is_elsewhere = false;            ///< on another disk, by its own words, of an archive of one
  std::uint8_t version_needed = 0;      ///< of ZIP, times ten
  std::optional<FindingKind> obstacle;  ///< why the entry cannot be read, found while listing
};

struct ZipDirectory {
  std::vector<TreeEntry> entries;
  std::vector<ZipRecord> records;  ///< one for each entry
  bool is_zip64 = false;
};

/// An entry's compressed bytes from front to back, decrypted where they are encrypted.
class PackedBytes {
 public:
  virtual ~PackedBytes() = default;
  [[nodiscard]] virtual std::uint64_t size() const = 0;  ///< of all pieces together
  /// The next piece, empty at the end; valid until the next call. An error without `where`.
  [[nodiscard]] virtual Result<std::span<const std::byte>> next() = 0;
};

/// The bytes as they are, ignoring any claim of encryption.
[[nodiscard]] std::unique_ptr<PackedBytes> plainBytes(const ByteSource& source, const TreeEntry& entry);

/// The bytes decrypted by the traditional cipher (APPNOTE 6.1) or WinZip's AES. Error kPassword when the password does
/// not fit the check value (one wrong password of 256 passes the traditional one, of 65536 that of AES, and fails at
/// the CRC), kDamaged when AES' own authentication code disagrees at the end, kUnsupported for PKWARE's strong
/// encryption.
[[nodiscard]] Result<std::unique_ptr<PackedBytes>> decryptedBytes(const ByteSource& source, const TreeEntry& entry,
                                                                  const ZipRecord& record, std::string_view password);

/// Whether entries of this compression can be unpacked: stored, deflated, bzip2, and what libarchive reads for us
/// (zip_import.h).
[[nodiscard]] bool canUnpack(Compression method);

/// Unpacks `packed` into `sink`: refuses the first byte beyond `size`, then a size below it, then (when `crc` is given)
/// another CRC; each is kDamaged. Errors come without `where`. The sink has received everything by the time the CRC is
/// known.
[[nodiscard]] Result<void> unpack(Compression method, PackedBytes& packed, std::uint64_t size,
                                  std::optional<std::uint32_t> crc, const ByteSink& sink);

/// Unpacks deflated bytes that are wholly in memory, several times faster; the sink is called once, after the CRC
/// was found right. For entries up to kMaxUnpackedWhole bytes, packed and unpacked.
inline constexpr std::uint64_t kMaxUnpackedWhole = 8u << 20;
[[nodiscard]] Result<void> unpackWhole(std::span<const std::byte> packed, std::uint64_t size, std::uint32_t crc,
                                       const ByteSink& sink);

}  // namespace sepax
