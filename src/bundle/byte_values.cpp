#include "bundle/byte_values.h"

#include "bundle/little_endian.h"
#include "core/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

namespace sepax {

namespace {

template <class Shown, class Raw>
ByteValue valueOf(const char* type, std::span<const std::byte> bytes) {
  ByteValue out{type, {}, {}};
  if (bytes.size() < sizeof(Raw)) return out;
  std::array<std::byte, sizeof(Raw)> turned{};
  std::reverse_copy(bytes.begin(), bytes.begin() + sizeof(Raw), turned.begin());
  out.little = fmt::format("{}", std::bit_cast<Shown>(littleEndianAt<Raw>(bytes, 0)));
  out.big = fmt::format("{}", std::bit_cast<Shown>(littleEndianAt<Raw>(turned, 0)));
  return out;
}

/// The character of UTF-8 that the bytes begin with; nothing for others and for control characters.
std::string characterOf(std::span<const std::byte> bytes) {
  constexpr std::size_t kLongest = 4;
  for (std::size_t size = 1; size <= std::min(kLongest, bytes.size()); ++size) {
    const std::string text(reinterpret_cast<const char*>(bytes.data()), size);
    if (toValidUtf8(text) == text)
      return static_cast<unsigned char>(text[0]) < 0x20 || text[0] == 0x7f ? std::string() : text;
  }
  return {};
}

}  // namespace

std::vector<ByteValue> byteValues(std::span<const std::byte> bytes) {
  const std::string character = characterOf(bytes);
  return {
      valueOf<std::uint8_t, std::uint8_t>("u8", bytes),
      valueOf<std::int8_t, std::uint8_t>("i8", bytes),
      valueOf<std::uint16_t, std::uint16_t>("u16", bytes),
      valueOf<std::int16_t, std::uint16_t>("i16", bytes),
      valueOf<std::uint32_t, std::uint32_t>("u32", bytes),
      valueOf<std::int32_t, std::uint32_t>("i32", bytes),
      valueOf<std::uint64_t, std::uint64_t>("u64", bytes),
      valueOf<std::int64_t, std::uint64_t>("i64", bytes),
      valueOf<float, std::uint32_t>("f32", bytes),
      valueOf<double, std::uint64_t>("f64", bytes),
      {"UTF-8", character, character},
  };
}

}  // namespace sepax
