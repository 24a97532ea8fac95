#pragma once

#include "core/assert.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>

// Little-endian integers: read from bytes that were already checked to be there, put into bytes that shall be written.

namespace sepax {

template <class Integer>
[[nodiscard]] Integer littleEndianAt(std::span<const std::byte> bytes, std::size_t offset) {
  SEPAX_ASSERT(offset <= bytes.size() && sizeof(Integer) <= bytes.size() - offset);
  Integer value = 0;
  for (std::size_t i = sizeof(Integer); i-- > 0;) {
    value =
        static_cast<Integer>(static_cast<std::uint64_t>(value) << 8 | static_cast<std::uint64_t>(bytes[offset + i]));
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

/// Overwrites the bytes at `offset`; they must be there and `value` must fit.
template <class Integer>
void putLittle(std::string& out, std::size_t offset, std::uint64_t value) {
  static_assert(std::is_unsigned_v<Integer>);
  SEPAX_ASSERT(value <= static_cast<std::uint64_t>(static_cast<Integer>(~Integer{0})));
  SEPAX_ASSERT(offset <= out.size() && sizeof(Integer) <= out.size() - offset);
  for (std::size_t i = 0; i < sizeof(Integer); ++i) out[offset + i] = static_cast<char>(value >> (8 * i) & 0xFF);
}

/// Appends numbers of one width, one behind the other; they must fit.
template <class Integer, class... Numbers>
void appendLittle(std::string& out, Numbers... numbers) {
  const auto append = [&](std::uint64_t number) {
    out.append(sizeof(Integer), '\0');
    putLittle<Integer>(out, out.size() - sizeof(Integer), number);
  };
  (append(static_cast<std::uint64_t>(numbers)), ...);
}

}  // namespace sepax
