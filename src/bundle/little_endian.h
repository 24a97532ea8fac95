#pragma once

#include "core/assert.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>

// Little-endian integers: read from bytes that were already checked to be there, appended to bytes that shall be written.

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

/// Appends the low bytes of `value`; it must fit.
template <class Integer>
void appendLittle(std::string& out, std::uint64_t value) {
  static_assert(std::is_unsigned_v<Integer>);
  SEPAX_ASSERT(value <= static_cast<std::uint64_t>(static_cast<Integer>(~Integer{0})));
  for (std::size_t i = 0; i < sizeof(Integer); ++i) out += static_cast<char>(value >> (8 * i) & 0xFF);
}

}  // namespace sepax
