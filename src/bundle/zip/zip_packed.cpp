#include "bundle/zip/zip_packed.h"

#include "bundle/zip/zip_aes.h"
#include "bundle/zip/zip_format.h"
#include "core/language.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace sepax {

namespace {

constexpr std::uint64_t kPackedPiece = 1 << 17;

/// Reads [offset, offset + size) in pieces.
class Pieces {
 public:
  Pieces(const ByteSource& source, std::uint64_t offset, std::uint64_t size)
      : source_(source), offset_(offset), size_(size), left_(size), buffer_(std::min(size, kPackedPiece)) {}
  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] Result<std::span<std::byte>> next() {
    const auto piece = std::span(buffer_).first(std::min<std::uint64_t>(left_, buffer_.size()));
    SEPAX_TRY(source_.readAt(offset_, piece));
    offset_ += piece.size();
    left_ -= piece.size();
    return piece;
  }
  [[nodiscard]] std::uint64_t left() const { return left_; }

 private:
  const ByteSource& source_;
  std::uint64_t offset_ = 0, size_ = 0, left_ = 0;
  std::vector<std::byte> buffer_;
};

class Plain final : public PackedBytes {
 public:
  Plain(const ByteSource& source, std::uint64_t offset, std::uint64_t size) : pieces_(source, offset, size) {}
  std::uint64_t size() const override { return pieces_.size(); }
  Result<std::span<const std::byte>> next() override { return pieces_.next(); }

 private:
  Pieces pieces_;
};

/// The traditional stream cipher: three 32-bit keys, stepped by each plain byte.
class ZipCryptoKeys {
 public:
  explicit ZipCryptoKeys(std::string_view password) {
    for (const char c : password) step(static_cast<std::uint8_t>(c));
  }
  [[nodiscard]] std::uint8_t decrypt(std::uint8_t byte) {
    const std::uint32_t mixed = (keys_[2] | 2) & 0xFFFF;
    const auto plain = static_cast<std::uint8_t>(byte ^ (mixed * (mixed ^ 1) >> 8 & 0xFF));
    step(plain);
    return plain;
  }

 private:
  void step(std::uint8_t plain) {
    keys_[0] = crc(keys_[0], plain);
    keys_[1] = (keys_[1] + (keys_[0] & 0xFF)) * 134775813 + 1;
    keys_[2] = crc(keys_[2], static_cast<std::uint8_t>(keys_[1] >> 24));
  }
  [[nodiscard]] static std::uint32_t crc(std::uint32_t value, std::uint8_t byte) {
    static const z_crc_t* table = get_crc_table();
    return static_cast<std::uint32_t>(table[(value ^ byte) & 0xFF]) ^ value >> 8;
  }
  std::array<std::uint32_t, 3> keys_ = {0x12345678, 0x23456789, 0x34567890};
};

class ZipCrypto final : public PackedBytes {
 public:
  ZipCrypto(const ByteSource& source, std::uint64_t offset, std::uint64_t size, const ZipCryptoKeys& keys)
      : pieces_(source, offset, size), keys_(keys) {}
  std::uint64_t size() const override { return pieces_.size(); }
  Result<std::span<const std::byte>> next() override {
    auto piece = pieces_.next();
    SEPAX_TRY(piece);
    for (std::byte& b : *piece) b = std::byte{keys_.decrypt(std::to_integer<std::uint8_t>(b))};
    return *piece;
  }

 private:
  Pieces pieces_;
  ZipCryptoKeys keys_;
};

/// Decrypts AES and looks at the authentication code behind the bytes.
class Aes final : public PackedBytes {
 public:
  Aes(const ByteSource& source, std::uint64_t offset, std::uint64_t size, std::unique_ptr<ZipAes> cipher)
      : pieces_(source, offset, size), end_(offset + size), source_(source), cipher_(std::move(cipher)) {}

  std::uint64_t size() const override { return pieces_.size(); }
  Result<std::span<const std::byte>> next() override {
    if (pieces_.left() == 0) return finish();
    auto piece = pieces_.next();
    SEPAX_TRY(piece);
    SEPAX_TRY(cipher_->decrypt(*piece));
    return *piece;
  }

 private:
  Result<std::span<const std::byte>> finish() {
    std::array<std::byte, ZipAes::kCode> stated;
    SEPAX_TRY(source_.readAt(end_, stated));
    const auto code = cipher_->code();
    SEPAX_TRY(code);
    if (stated != *code) {
      return fail(ErrorCode::kDamaged, "",
                  tr("its authentication code does not fit: the encrypted bytes were changed"));
    }
    return std::span<const std::byte>();
  }

  Pieces pieces_;
  std::uint64_t end_ = 0;
  const ByteSource& source_;
  std::unique_ptr<ZipAes> cipher_;
};

tl::unexpected<Error> wrongPassword() { return fail(ErrorCode::kPassword, "", tr("the password is wrong")); }

Result<std::unique_ptr<PackedBytes>> openZipCrypto(const ByteSource& source, const TreeEntry& entry,
                                                   const ZipRecord& record, std::string_view password) {
  constexpr std::size_t kHeader = 12;
  std::array<std::byte, kHeader> header;
  if (entry.compressed_size < kHeader) return fail(ErrorCode::kDamaged, "", tr("is too short to be encrypted"));
  SEPAX_TRY(source.readAt(entry.offset, header));
  ZipCryptoKeys keys(password);
  std::uint8_t last = 0;
  for (const std::byte b : header) last = keys.decrypt(std::to_integer<std::uint8_t>(b));
  // The last byte repeats one of the CRC; of the time where the CRC was not yet known when the header was written.
  const bool isTime = (record.flags & zip::kFlagDescriptor) != 0 && last == record.time >> 8;
  if (last != (entry.crc32 >> 24) && !isTime) return wrongPassword();
  return std::make_unique<ZipCrypto>(source, entry.offset + kHeader, entry.compressed_size - kHeader, keys);
}

Result<std::unique_ptr<PackedBytes>> openAes(const ByteSource& source, const TreeEntry& entry,
                                             std::string_view password) {
  const std::size_t strength =
      static_cast<std::size_t>(entry.encryption) - static_cast<std::size_t>(Encryption::kAes128) + 1;
  const std::size_t salt_size = 4 + 4 * strength, before = salt_size + ZipAes::kCheck;
  if (entry.compressed_size < before + ZipAes::kCode)
    return fail(ErrorCode::kDamaged, "", tr("is too short to be encrypted by AES"));
  std::array<std::byte, 16 + ZipAes::kCheck> head;
  SEPAX_TRY(source.readAt(entry.offset, std::span(head).first(before)));
  auto cipher = ZipAes::make(password, std::span(head).first(salt_size));
  SEPAX_TRY(cipher);
  if (!std::ranges::equal((*cipher)->check(), std::span(head).subspan(salt_size, ZipAes::kCheck)))
    return wrongPassword();
  return std::make_unique<Aes>(source, entry.offset + before, entry.compressed_size - before - ZipAes::kCode,
                               std::move(*cipher));
}

}  // namespace

std::unique_ptr<PackedBytes> plainBytes(const ByteSource& source, const TreeEntry& entry) {
  return std::make_unique<Plain>(source, entry.offset, entry.compressed_size);
}

Result<std::unique_ptr<PackedBytes>> decryptedBytes(const ByteSource& source, const TreeEntry& entry,
                                                    const ZipRecord& record, std::string_view password) {
  if (entry.encryption == Encryption::kStrong) {
    return fail(ErrorCode::kUnsupported, "",
                tr("is protected by PKWARE's strong encryption, which this version does not read"));
  }
  return entry.encryption == Encryption::kZipCrypto ? openZipCrypto(source, entry, record, password)
                                                    : openAes(source, entry, password);
}

}  // namespace sepax
