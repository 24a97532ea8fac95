#pragma once

#include "bundle/byte_source.h"
#include "bundle/compression.h"
#include "bundle/zip/zip_packed.h"

#include <cstdint>

namespace sepax {

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
