#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace sepax {

/// libgcrypt asks to be initialised once per process; call before anything else of it. Callable from any thread.
void prepareGcrypt();

enum class DigestKind { kMd5, kSha256 };

/// Sums bytes up into a digest.
class Digest {
 public:
  explicit Digest(DigestKind kind);
  Digest(const Digest&) = delete;
  Digest& operator=(const Digest&) = delete;
  ~Digest();
  void add(std::span<const std::byte> bytes);
  /// Lower-case hexadecimal; nothing can be added afterwards. Empty when libgcrypt refuses the algorithm.
  [[nodiscard]] std::string hex();

 private:
  void* handle_ = nullptr;  ///< gcry_md_hd_t, kept out of this header
  int algorithm_ = 0;
};

/// CRC-32 as ZIP means it, continued from `start`.
[[nodiscard]] std::uint32_t crc32Of(std::span<const std::byte> bytes, std::uint32_t start = 0);

}  // namespace sepax
