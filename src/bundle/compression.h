#pragma once

#include <cstdint>
#include <string>

namespace sepax {

/// How an entry's bytes are packed, by the numbers of PKWARE's APPNOTE 4.4.5. A number without a name here is a value
/// like the others.
enum class Compression : std::uint16_t {
  kStored = 0,
  kShrunk = 1,
  kReduced1 = 2,
  kReduced2 = 3,
  kReduced3 = 4,
  kReduced4 = 5,
  kImploded = 6,
  kDeflated = 8,
  kDeflate64 = 9,
  kBzip2 = 12,
  kLzma = 14,
  kZstd = 93,
  kMp3 = 94,
  kXz = 95,
  kJpeg = 96,
  kWavpack = 97,
  kPpmd = 98,
  kAes = 99,  ///< a wrapper: WinZip's encryption; the compression is in an extra field
};

/// Whether the number is one of those above.
[[nodiscard]] bool isKnownCompression(Compression method);

/// "stored", "deflated", "bzip2", … "method 123"
[[nodiscard]] std::string compressionName(Compression method);

}  // namespace sepax
