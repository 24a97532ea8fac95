#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace sepax {

/// The bytes at a place, read as one type. Empty where there are too few of them.
struct ByteValue {
  const char* type;  ///< "u16", "f32", …
  std::string little, big;
};

/// The first bytes as whole numbers of 1, 2, 4 and 8 bytes, without and with a sign, as floats, and as a character of
/// UTF-8.
[[nodiscard]] std::vector<ByteValue> byteValues(std::span<const std::byte> bytes);

}  // namespace sepax
