#include "bundle/obb/obb_cipher.h"

#include "bundle/digest.h"
#include "core/assert.h"
#include "core/language.h"
#include "core/number.h"
#include "core/text.h"
#include "core/utf.h"

#include <fmt/format.h>
#include <gcrypt.h>

#include <memory>

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

}  // namespace sepax
