#pragma once

#include "bundle/byte_source.h"
#include "bundle/tree.h"
#include "bundle/zip/zip_record.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

namespace sepax {

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

}  // namespace sepax
