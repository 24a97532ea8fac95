#include "core/base64.h"

#include <algorithm>
#include <cstdint>

namespace sepax {

namespace {

std::string_view lettersOf(Base64 form) {
  return form == Base64::kUrl ? "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
                              : "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
}

}  // namespace

std::string base64(std::string_view bytes, Base64 form) {
  const std::string_view letters = lettersOf(form);
  std::string out;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t three = 0;
    for (std::size_t k = 0; k < 3; ++k)
      three = three << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    const std::size_t count = std::min<std::size_t>(bytes.size() - i, 3) + 1;
    for (std::size_t k = 0; k < count; ++k) out += letters[three >> (18 - 6 * k) & 63];
    if (form == Base64::kPadded) out.append(4 - count, '=');
  }
  return out;
}

FromBase64 fromBase64(std::string_view text, Base64 form) {
  const std::string_view letters = lettersOf(form);
  FromBase64 out;
  std::uint32_t bits = 0;
  unsigned count = 0;
  for (const char letter : text) {
    const std::size_t value = letters.find(letter);
    if (value == std::string_view::npos) break;
    ++out.letters;
    bits = bits << 6 | static_cast<std::uint32_t>(value);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    out.bytes += static_cast<char>(bits >> count & 255);
  }
  return out;
}

}  // namespace sepax
