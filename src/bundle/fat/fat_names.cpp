#include "bundle/fat/fat_names.h"

#include "bundle/little_endian.h"
#include "core/text.h"
#include "core/utf.h"

#include <array>

namespace sepax {

namespace {

constexpr std::size_t kPieceUnits = 13;
constexpr unsigned kMaxPieces = 20;  ///< 255 units

unsigned checksumOf(std::span<const std::byte> short_name) {
  unsigned sum = 0;
  for (const std::byte b : short_name) sum = ((sum >> 1) + (sum << 7) + std::to_integer<unsigned>(b)) & 0xFF;
  return sum;
}

}  // namespace

void LongName::add(std::span<const std::byte> slot) {
  constexpr std::array<std::size_t, kPieceUnits> kUnits = {1, 3, 5, 7, 9, 14, 16, 18, 20, 22, 24, 28, 30};
  const auto order = std::to_integer<unsigned>(slot[0]);
  const unsigned number = order & 0x3F, checksum = std::to_integer<unsigned>(slot[13]);
  if ((order & 0x40) != 0) {
    clear();
    checksum_ = checksum;
    awaited_ = number;
  }
  is_begun_ = true;
  if (number == 0 || number > kMaxPieces || number != awaited_ || checksum != checksum_) {
    awaited_ = ~0u;  // never complete
    return;
  }
  std::u16string piece;
  for (const std::size_t offset : kUnits) {
    const char16_t unit = u16At(slot, offset);
    if (unit == 0) break;
    piece += unit;
  }
  text_.insert(0, piece);
  --awaited_;
}

std::optional<std::string> LongName::nameOf(std::span<const std::byte> short_name) const {
  if (!is_begun_ || awaited_ != 0 || text_.empty() || checksumOf(short_name) != checksum_) return std::nullopt;
  return utf8OfUtf16(text_);
}

std::string shortNameOf(std::span<const std::byte> slot, const TextDecoder& decoder) {
  const unsigned cases = std::to_integer<unsigned>(slot[12]);
  const auto part = [&](std::size_t offset, std::size_t length, bool is_lower) {
    std::string raw(reinterpret_cast<const char*>(slot.data()) + offset, length);
    if (offset == 0 && raw[0] == '\x05') raw[0] = '\xE5';  // E5 as a first byte means "deleted"
    const std::size_t last = raw.find_last_not_of(' ');
    raw.resize(last == std::string::npos ? 0 : last + 1);
    if (is_lower) raw = lowered(raw);
    return decoder.decode(raw).value_or(toValidUtf8(raw));
  };
  std::string name = part(0, 8, (cases & 0x08) != 0);
  const std::string extension = part(8, 3, (cases & 0x10) != 0);
  return extension.empty() ? name : name + "." + extension;
}

}  // namespace sepax
