#pragma once

#include "bundle/byte_source.h"
#include "bundle/findings.h"
#include "bundle/tree.h"
#include "core/error.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// The password protection of OBB images (footer flag SALTED): Twofish-128 in CBC mode over sectors of 512 bytes.
// Reading and writing share this file.

namespace sepax {

inline constexpr std::size_t kObbSectorSize = 512;

using ObbKey = std::array<std::uint8_t, 16>;
using ObbSalt = std::array<std::uint8_t, 8>;

/// A key and how it came about, for people.
struct ObbKeyGuess {
  ObbKey key{};
  const char* derivation = "";  ///< "PBKDF2 of UTF-8", "PBKDF2 of low bytes", "MD5"
};

/// The key that jobb and Android 4.4 or later derive: PBKDF2-HMAC-SHA1 over the password's UTF-8 bytes, 1024 rounds, 16
/// bytes.
[[nodiscard]] Result<ObbKey> deriveObbKey(std::string_view password, const ObbSalt& salt);

/// All keys that a reader should try, the likeliest first: as above; with the low eight bits of each UTF-16 unit
/// instead of UTF-8 (Android up to 4.3, only when that differs); MD5 of the password (the mkobb.sh script, which knows
/// no salt). None shows by itself that it is right: decrypt sector 0 and look for a boot sector.
[[nodiscard]] Result<std::vector<ObbKeyGuess>> guessObbKeys(std::string_view password, const ObbSalt& salt);

/// Encrypts or decrypts whole sectors in place; `first_sector` counts from the start of the payload. Its number (32
/// bits, little-endian, then zeros) is the initialisation vector, anew for each sector; no padding, no check value.
/// Callable from any thread.
[[nodiscard]] Result<void> encryptObbSectors(const ObbKey& key, std::uint32_t first_sector,
                                             std::span<std::byte> sectors);
[[nodiscard]] Result<void> decryptObbSectors(const ObbKey& key, std::uint32_t first_sector,
                                             std::span<std::byte> sectors);

/// Whether a device mounts an image of this key. Android passed it on through a signed big integer's hexadecimal text,
/// so a first byte of 0x80 and more became negative and one below 0x10 lost a digit: 43.75 % of all keys survive. A
/// writer rolls the salt again.
[[nodiscard]] bool survivesDevice(const ObbKey& key);

/// Random bytes from the system's generator, first byte below 0x80: jobb itself reads a salt as a signed number.
[[nodiscard]] ObbSalt randomObbSalt();

/// 16 hexadecimal digits to bytes and back.
[[nodiscard]] Result<ObbSalt> parseObbSalt(std::string_view hex);
[[nodiscard]] std::string hexOf(std::span<const std::uint8_t> bytes);

/// An encrypted OBB payload as plain bytes, decrypted as they are read. A last piece shorter than a sector is not
/// decrypted: the cipher knows whole sectors only.
[[nodiscard]] std::shared_ptr<const ByteSource> decryptedPayload(std::shared_ptr<const ByteSource> payload,
                                                                 const ObbKey& key);

/// A footer and the length of the payload before it.
struct LocatedFooter {
  ObbFooter footer;
  std::uint64_t payload_size = 0;
};

/// The OBB footer at the end of `source`, as AOSP's ObbFile reads it: a body, its length, the mark 83 99 05 01. Without
/// the mark nullopt; with the mark but a body that breaks the rules nullopt and a finding. Slack between name and tag
/// is allowed, as there.
[[nodiscard]] std::optional<LocatedFooter> readObbFooter(const ByteSource& source, FindingCollector& findings);

/// The bytes of a footer. Refuses package names that are empty, too long or no Android package name, the version −1 (it
/// means "unset"), and a salt that is not 16 hexadecimal digits (empty: zeros). Names are ASCII by Android's rule,
/// which spares jobb's mistake of counting letters instead of bytes.
[[nodiscard]] Result<std::string> obbFooterBytes(const ObbFooter& footer);

}  // namespace sepax
