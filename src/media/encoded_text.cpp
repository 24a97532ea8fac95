#include "media/encoded_text.h"

#include "core/language.h"
#include "core/utf.h"

#include <algorithm>
#include <string>

namespace sepax {

namespace {

bool startsWith(std::span<const std::byte> bytes, unsigned first, unsigned second) {
  return bytes.size() >= 2 && bytes[0] == std::byte(first) && bytes[1] == std::byte(second);
}

bool hasByteOrderMark(std::span<const std::byte> bytes) {
  return startsWith(bytes, 0xFF, 0xFE) || startsWith(bytes, 0xFE, 0xFF);
}

AndroidText textOfUtf16(std::span<const std::byte> bytes) {
  const std::size_t low = startsWith(bytes, 0xFF, 0xFE) ? 0 : 1;
  AndroidText out;
  const std::size_t shown = std::min(bytes.size(), kMaxAndroidText);
  std::u16string units;
  for (std::size_t i = 2; i + 1 < shown; i += 2)
    units += static_cast<char16_t>(std::to_integer<unsigned>(bytes[i + low]) |
                                   std::to_integer<unsigned>(bytes[i + 1 - low]) << 8);
  out.text = utf8OfUtf16(units);
  if (shown < bytes.size()) out.problem = trf("only the first {} bytes of the text are shown", kMaxAndroidText);
  return out;
}

}  // namespace

bool mayBeEncodedText(std::span<const std::byte> head) {
  return hasByteOrderMark(head) || startsWith(head, 'd', 'e') || startsWith(head, 2, 0) || startsWith(head, 3, 0);
}

std::optional<AndroidText> encodedText(std::span<const std::byte> bytes, std::span<const std::byte> resources) {
  if (!hasByteOrderMark(bytes)) return androidText(bytes, resources);
  AndroidText read = textOfUtf16(bytes);
  if (read.text.find('\0') != std::string::npos) return std::nullopt;  // no text: UTF-32, or bytes by chance
  return read;
}

}  // namespace sepax
