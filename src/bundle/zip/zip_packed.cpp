#include "bundle/zip/zip_packed.h"

#include "bundle/digest.h"
#include "bundle/zip/zip_format.h"
#include "core/language.h"

#include <gcrypt.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstring>
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

/// A libgcrypt handle, closed whichever way its owner is left.
template <class Handle, void (*kClose)(Handle)>
struct Owned {
  Handle handle = nullptr;
  Owned() = default;
  Owned(const Owned&) = delete;
  Owned& operator=(const Owned&) = delete;
  ~Owned() {
    if (handle != nullptr) kClose(handle);
  }
};

constexpr std::size_t kBlock = 16, kAuthentication = 10, kCheck = 2;

/// WinZip's AES: counter mode (little-endian, from 1), then ten bytes of HMAC-SHA1 over the encrypted bytes.
class Aes final : public PackedBytes {
 public:
  Aes(const ByteSource& source, std::uint64_t offset, std::uint64_t size)
      : pieces_(source, offset, size), end_(offset + size), source_(source) {}

  [[nodiscard]] bool setKeys(std::span<const std::uint8_t> cipher_key, std::span<const std::uint8_t> mac_key) {
    const int algorithm = cipher_key.size() == 16   ? GCRY_CIPHER_AES128
                          : cipher_key.size() == 24 ? GCRY_CIPHER_AES192
                                                    : GCRY_CIPHER_AES256;
    return gcry_cipher_open(&cipher_.handle, algorithm, GCRY_CIPHER_MODE_ECB, 0) == 0 &&
           gcry_cipher_setkey(cipher_.handle, cipher_key.data(), cipher_key.size()) == 0 &&
           gcry_mac_open(&mac_.handle, GCRY_MAC_HMAC_SHA1, 0, nullptr) == 0 &&
           gcry_mac_setkey(mac_.handle, mac_key.data(), mac_key.size()) == 0;
  }

  std::uint64_t size() const override { return pieces_.size(); }
  Result<std::span<const std::byte>> next() override {
    if (pieces_.left() == 0) return finish();
    auto piece = pieces_.next();
    SEPAX_TRY(piece);
    if (gcry_mac_write(mac_.handle, piece->data(), piece->size()) != 0) return failed();
    stream_.resize((piece->size() + kBlock - 1) / kBlock * kBlock);
    for (std::size_t i = 0; i < stream_.size(); i += kBlock) {
      std::fill_n(stream_.begin() + static_cast<std::ptrdiff_t>(i), kBlock, std::uint8_t{0});
      for (std::size_t b = 0; b < 8; ++b) stream_[i + b] = static_cast<std::uint8_t>(counter_ >> 8 * b);
      ++counter_;
    }
    if (gcry_cipher_encrypt(cipher_.handle, stream_.data(), stream_.size(), nullptr, 0) != 0) return failed();
    for (std::size_t i = 0; i < piece->size(); ++i) (*piece)[i] ^= std::byte{stream_[i]};
    return *piece;
  }

 private:
  static tl::unexpected<Error> failed() { return fail(ErrorCode::kInternal, "", tr("libgcrypt refuses AES")); }

  Result<std::span<const std::byte>> finish() {
    std::array<std::byte, kAuthentication> stated;
    std::array<std::byte, 20> code;
    std::size_t length = code.size();
    SEPAX_TRY(source_.readAt(end_, stated));
    if (gcry_mac_read(mac_.handle, code.data(), &length) != 0) return failed();
    if (!std::equal(stated.begin(), stated.end(), code.begin())) {
      return fail(ErrorCode::kDamaged, "",
                  tr("its authentication code does not fit: the encrypted bytes were changed"));
    }
    return std::span<const std::byte>();
  }

  Pieces pieces_;
  std::uint64_t end_ = 0;
  const ByteSource& source_;
  Owned<gcry_cipher_hd_t, gcry_cipher_close> cipher_;
  Owned<gcry_mac_hd_t, gcry_mac_close> mac_;
  std::vector<std::uint8_t> stream_;
  std::uint64_t counter_ = 1;
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
  constexpr unsigned long kRounds = 1000;
  const std::size_t strength =
      static_cast<std::size_t>(entry.encryption) - static_cast<std::size_t>(Encryption::kAes128) + 1;
  const std::size_t key_size = 8 + 8 * strength, salt_size = key_size / 2;
  const std::size_t around = salt_size + kCheck + kAuthentication;
  if (entry.compressed_size < around) return fail(ErrorCode::kDamaged, "", tr("is too short to be encrypted by AES"));
  std::array<std::byte, 16 + kCheck> head;
  SEPAX_TRY(source.readAt(entry.offset, std::span(head).first(salt_size + kCheck)));
  std::array<std::uint8_t, 2 * 32 + kCheck> keys{};
  // gcry_kdf_derive refuses an empty password before libgcrypt 1.11; no archive is protected by one.
  if (password.empty() || gcry_kdf_derive(password.data(), password.size(), GCRY_KDF_PBKDF2, GCRY_MD_SHA1, head.data(),
                                          salt_size, kRounds, 2 * key_size + kCheck, keys.data()) != 0) {
    return wrongPassword();
  }
  if (std::memcmp(keys.data() + 2 * key_size, head.data() + salt_size, kCheck) != 0) return wrongPassword();
  auto packed = std::make_unique<Aes>(source, entry.offset + salt_size + kCheck, entry.compressed_size - around);
  if (!packed->setKeys(std::span(keys).first(key_size), std::span(keys).subspan(key_size, key_size))) {
    return fail(ErrorCode::kInternal, "", tr("libgcrypt refuses AES"));
  }
  return packed;
}

}  // namespace

std::unique_ptr<PackedBytes> plainBytes(const ByteSource& source, const TreeEntry& entry) {
  return std::make_unique<Plain>(source, entry.offset, entry.compressed_size);
}

Result<std::unique_ptr<PackedBytes>> decryptedBytes(const ByteSource& source, const TreeEntry& entry,
                                                    const ZipRecord& record, std::string_view password) {
  prepareGcrypt();
  if (entry.encryption == Encryption::kStrong) {
    return fail(ErrorCode::kUnsupported, "",
                tr("is protected by PKWARE's strong encryption, which this version does not read"));
  }
  return entry.encryption == Encryption::kZipCrypto ? openZipCrypto(source, entry, record, password)
                                                    : openAes(source, entry, password);
}

}  // namespace sepax
