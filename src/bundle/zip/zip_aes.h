#pragma once

#include "core/error.h"

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

namespace sepax {

/// WinZip's encryption of one entry: a random salt, two bytes that tell a wrong password, the bytes in AES counter mode
/// (little-endian, from 1), then ten bytes of HMAC-SHA1 over the encrypted bytes. By libgcrypt.
class ZipAes {
 public:
  static constexpr std::size_t kCheck = 2, kCode = 10;

  /// Keys by PBKDF2 of a password, which must not be empty; 128, 192 or 256 bits for a salt of 8, 12 or 16 bytes.
  [[nodiscard]] static Result<std::unique_ptr<ZipAes>> make(std::string_view password, std::span<const std::byte> salt);
  virtual ~ZipAes() = default;
  [[nodiscard]] virtual std::array<std::byte, kCheck> check() const = 0;
  /// The next bytes, in place.
  [[nodiscard]] virtual Result<void> encrypt(std::span<std::byte> bytes) = 0;
  [[nodiscard]] virtual Result<void> decrypt(std::span<std::byte> bytes) = 0;
  /// The authentication code of all bytes so far, once.
  [[nodiscard]] virtual Result<std::array<std::byte, kCode>> code() = 0;
};

}  // namespace sepax
