#include "bundle/obb/obb.h"

#include "bundle/byte_source.h"
#include "bundle/little_endian.h"
#include "bundle/safe_path.h"
#include "core/assert.h"
#include "core/language.h"
#include "core/number.h"
#include "core/text.h"

#include <fmt/format.h>
#include <gcrypt.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace sepax {

namespace {

constexpr unsigned long kRounds = 1024;

tl::unexpected<Error> libraryFailure(const char* doing, gcry_error_t code) {
  return fail(ErrorCode::kInternal, "", trf("{}: libgcrypt says {}", doing, gcry_strerror(code)));
}

struct CloseCipher {
  void operator()(gcry_cipher_hd_t cipher) const { gcry_cipher_close(cipher); }
};
using Cipher = std::unique_ptr<std::remove_pointer_t<gcry_cipher_hd_t>, CloseCipher>;

/// A cipher of its own for every call: setting the key costs microseconds, sharing one would need a lock.
Result<Cipher> openCipher(const ObbKey& key) {
  prepareGcrypt();
  gcry_cipher_hd_t handle = nullptr;
  if (const auto code = gcry_cipher_open(&handle, GCRY_CIPHER_TWOFISH128, GCRY_CIPHER_MODE_CBC, 0); code != 0) {
    return libraryFailure(tr("Twofish cannot be set up"), code);
  }
  Cipher cipher(handle);
  if (const auto code = gcry_cipher_setkey(handle, key.data(), key.size()); code != 0) {
    return libraryFailure(tr("Twofish refuses the key"), code);
  }
  return cipher;
}

template <class Crypt>
Result<void> eachSector(const ObbKey& key, std::uint32_t first_sector, std::span<std::byte> sectors, Crypt crypt) {
  SEPAX_ASSERT(sectors.size() % kObbSectorSize == 0);
  auto cipher = openCipher(key);
  SEPAX_TRY(cipher);
  for (std::uint32_t number = first_sector; !sectors.empty(); ++number, sectors = sectors.subspan(kObbSectorSize)) {
    std::array<std::uint8_t, 16> start{};
    for (std::size_t i = 0; i < 4; ++i) start[i] = static_cast<std::uint8_t>(number >> (8 * i));
    gcry_error_t code = gcry_cipher_setiv(cipher->get(), start.data(), start.size());
    if (code == 0) code = crypt(cipher->get(), sectors.data(), kObbSectorSize, nullptr, 0);
    if (code != 0) return libraryFailure(tr("a sector cannot be coded"), code);
  }
  return {};
}

Result<ObbKey> keyOfBytes(std::string_view bytes, const ObbSalt& salt) {
  prepareGcrypt();
  ObbKey key{};
  const auto code = gcry_kdf_derive(bytes.data(), bytes.size(), GCRY_KDF_PBKDF2, GCRY_MD_SHA1, salt.data(), salt.size(),
                                    kRounds, key.size(), key.data());
  if (code != 0) return libraryFailure(tr("no key can be derived"), code);
  return key;
}

/// The low eight bits of each UTF-16 unit of a UTF-8 text.
std::string lowBytes(std::string_view utf8) {
  std::string out;
  for (const char16_t unit : utf16OfUtf8(utf8)) out += static_cast<char>(unit & 0xFF);
  return out;
}

}  // namespace

Result<ObbKey> deriveObbKey(std::string_view password, const ObbSalt& salt) { return keyOfBytes(password, salt); }

Result<std::vector<ObbKeyGuess>> guessObbKeys(std::string_view password, const ObbSalt& salt) {
  auto usual = keyOfBytes(password, salt);
  SEPAX_TRY(usual);
  std::vector<ObbKeyGuess> guesses = {{*usual, "PBKDF2 of UTF-8"}};
  const std::string low = lowBytes(toValidUtf8(password));
  if (low != password) {
    auto old = keyOfBytes(low, salt);
    SEPAX_TRY(old);
    guesses.push_back({*old, "PBKDF2 of low bytes"});
  }
  ObbKeyGuess script{{}, "MD5"};
  gcry_md_hash_buffer(GCRY_MD_MD5, script.key.data(), password.data(), password.size());
  guesses.push_back(script);
  return guesses;
}

Result<void> encryptObbSectors(const ObbKey& key, std::uint32_t first_sector, std::span<std::byte> sectors) {
  return eachSector(key, first_sector, sectors, gcry_cipher_encrypt);
}

Result<void> decryptObbSectors(const ObbKey& key, std::uint32_t first_sector, std::span<std::byte> sectors) {
  return eachSector(key, first_sector, sectors, gcry_cipher_decrypt);
}

bool survivesDevice(const ObbKey& key) { return key[0] >= 0x10 && key[0] < 0x80; }

ObbSalt randomObbSalt() {
  prepareGcrypt();
  ObbSalt salt{};
  gcry_randomize(salt.data(), salt.size(), GCRY_STRONG_RANDOM);
  salt[0] &= 0x7F;
  return salt;
}

Result<ObbSalt> parseObbSalt(std::string_view hex) {
  ObbSalt salt{};
  bool isGood = hex.size() == 2 * salt.size();
  for (std::size_t i = 0; i < salt.size() && isGood; ++i) {
    const auto byte = parseInteger<std::uint8_t>(hex.substr(2 * i, 2), 16);
    isGood = byte.has_value();
    salt[i] = byte.value_or(0);
  }
  if (!isGood)
    return fail(ErrorCode::kWrongValue, "salt", trf("\"{}\", expected 16 hexadecimal digits", printableLine(hex)));
  return salt;
}

std::string hexOf(std::span<const std::uint8_t> bytes) {
  std::string text;
  for (const std::uint8_t byte : bytes) text += fmt::format("{:02x}", byte);
  return text;
}

namespace {

constexpr std::uint64_t kSectorPiece = 1 << 16;  ///< a multiple of the sector

class DecryptedSource final : public ByteSource {
 public:
  DecryptedSource(std::shared_ptr<const ByteSource> payload, const ObbKey& key)
      : payload_(std::move(payload)), key_(key) {}
  std::uint64_t size() const override { return payload_->size(); }

  Result<void> readAt(std::uint64_t offset, std::span<std::byte> out) const override {
    if (offset > size() || out.size() > size() - offset) {
      return fail(ErrorCode::kDamaged, "", trf("bytes {}+{} lie beyond the end at {}", offset, out.size(), size()));
    }
    std::vector<std::byte> piece;
    while (!out.empty()) {
      const std::uint64_t start = offset / kObbSectorSize * kObbSectorSize;
      const std::uint64_t end = (offset + out.size() + kObbSectorSize - 1) / kObbSectorSize * kObbSectorSize;
      piece.resize(std::min({kSectorPiece, end - start, size() - start}));
      SEPAX_TRY(payload_->readAt(start, piece));
      const auto whole = std::span(piece).first(piece.size() / kObbSectorSize * kObbSectorSize);
      SEPAX_TRY(decryptObbSectors(key_, static_cast<std::uint32_t>(start / kObbSectorSize), whole));
      const std::uint64_t skipped = offset - start;
      const std::size_t length = std::min<std::uint64_t>(piece.size() - skipped, out.size());
      std::memcpy(out.data(), piece.data() + skipped, length);
      offset += length;
      out = out.subspan(length);
    }
    return {};
  }

 private:
  std::shared_ptr<const ByteSource> payload_;
  ObbKey key_;
};

}  // namespace

std::shared_ptr<const ByteSource> decryptedPayload(std::shared_ptr<const ByteSource> payload, const ObbKey& key) {
  return std::make_shared<DecryptedSource>(std::move(payload), key);
}

namespace {

constexpr std::uint32_t kMark = 0x01059983;
constexpr std::size_t kTagSize = 8;
constexpr std::size_t kNameOffset = 24;
constexpr std::uint32_t kMinBody = kNameOffset + 1;
constexpr std::uint32_t kMaxBody = 32768;

/// The fault of the body, or empty.
std::string complaintAbout(std::span<const std::byte> body) {
  const std::uint32_t signature = u32At(body, 0);
  if (signature != 1) return trf("its version is {}, expected 1", signature);
  const std::uint32_t name_length = u32At(body, 20);
  if (name_length < 1 || name_length > body.size() - kNameOffset) {
    return trf("its package name claims {} bytes of {}", name_length, body.size() - kNameOffset);
  }
  return "";
}

}  // namespace

std::optional<LocatedFooter> readObbFooter(const ByteSource& source, FindingCollector& findings) {
  const std::uint64_t size = source.size();
  std::array<std::byte, kTagSize> tag;
  if (size < kTagSize || !source.readAt(size - kTagSize, tag) || u32At(tag, 4) != kMark) return std::nullopt;
  const auto refuse = [&](const std::string& why) {
    findings.add(FindingKind::kObbBadFooter, trf("the OBB footer is not valid: {}", why));
    return std::nullopt;
  };
  const std::uint32_t body_size = u32At(tag, 0);
  if (body_size < kMinBody || body_size > kMaxBody || body_size > size - kTagSize) {
    return refuse(trf("its length is {}, expected {} to {} and no more than the file", body_size, kMinBody, kMaxBody));
  }
  std::vector<std::byte> body(body_size);
  if (!source.readAt(size - kTagSize - body_size, body)) return refuse(tr("it cannot be read"));
  if (const std::string complaint = complaintAbout(body); !complaint.empty()) return refuse(complaint);

  LocatedFooter located;
  located.payload_size = size - kTagSize - body_size;
  located.footer.version = static_cast<std::int32_t>(u32At(body, 4));
  located.footer.flags = u32At(body, 8);
  for (std::size_t i = 12; i < 20; ++i)
    located.footer.salt_hex += fmt::format("{:02x}", static_cast<unsigned>(body[i]));
  located.footer.package = toValidUtf8({reinterpret_cast<const char*>(body.data()) + kNameOffset, u32At(body, 20)});
  return located;
}

Result<std::string> obbFooterBytes(const ObbFooter& footer) {
  if (!isPackageName(footer.package) || footer.package.size() > kMaxBody - kNameOffset) {
    return fail(ErrorCode::kWrongValue, "package",
                trf("\"{}\", expected a name such as com.example.game", printableLine(footer.package)));
  }
  if (footer.version < 0)
    return fail(ErrorCode::kWrongValue, "version",
                trf("{}, expected the app's version code, 0 or more", footer.version));
  auto salt = footer.salt_hex.empty() ? Result<ObbSalt>(ObbSalt{}) : parseObbSalt(footer.salt_hex);
  SEPAX_TRY(salt);
  std::string out;
  appendLittle<std::uint32_t>(out, 1, footer.version, footer.flags);
  for (const std::uint8_t byte : *salt) out += static_cast<char>(byte);
  appendLittle<std::uint32_t>(out, footer.package.size());
  out += footer.package;
  appendLittle<std::uint32_t>(out, out.size(), kMark);
  return out;
}

}  // namespace sepax
