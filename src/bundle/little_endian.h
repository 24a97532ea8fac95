#pragma once

#include "core/assert.h"

#include <cstddef>
#include <cstdint>
#include <span>

// Reading little-endian integers from bytes that were already checked to be there.

namespace sepax {

template <class Integer>
[[nodiscard]] Integer littleEndianAt(std::span<const std::byte> bytes, std::size_t offset) {
  SEPAX_ASSERT(offset <= bytes.size() && sizeof(Integer) <= bytes.size() - offset);
  Integer value = 0;
  for (std::size_t i = sizeof(Integer); i-- > 0;) {
    value = static_cast<Integer>(static_cast<std::uint64_t>(value) << 8 | static_cast<std::uint64_t>(bytes[offset + i]));
  }
  return value;
}

[[nodiscard]] inline std::uint16_t u16At(std::span<const std::byte> bytes, std::size_t offset) {
  return littleEndianAt<std::uint16_t>(bytes, offset);
}
[[nodiscard]] inline std::uint32_t u32At(std::span<const std::byte> bytes, std::size_t offset) {
  return littleEndianAt<std::uint32_t>(bytes, offset);
}
[[nodiscard]] inline std::uint64_t u64At(std::span<const std::byte> bytes, std::size_t offset) {
  return littleEndianAt<std::uint64_t>(bytes, offset);
}

}  // namespace sepax
