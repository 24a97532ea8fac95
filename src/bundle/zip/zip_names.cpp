#include "bundle/zip/zip_names.h"

#include "bundle/little_endian.h"
#include "bundle/zip/zip_format.h"
#include "core/text.h"
#include "core/utf.h"

#include <zlib.h>

#include <algorithm>

namespace sepax {

namespace {

bool isUtf8(std::string_view text) { return isAscii(text) || findInvalidUtf8(text) == text.size(); }

/// The name of a Unicode path field, or empty when there is none or it belongs to another raw name.
std::string unicodePath(std::string_view raw, std::span<const std::byte> extra) {
  const auto field = findExtraField(extra, zip::kExtraUnicodePath);
  if (field.size() < 6 || field[0] != std::byte{1}) return "";
  const auto crc = crc32(0, reinterpret_cast<const Bytef*>(raw.data()), static_cast<uInt>(raw.size()));
  const std::string text(reinterpret_cast<const char*>(field.data()) + 5, field.size() - 5);
  return u32At(field, 1) == crc && isUtf8(text) ? text : "";
}

}  // namespace

ZipName decodeZipName(std::string_view raw, std::uint16_t flags, std::span<const std::byte> extra) {
  const bool isSaidUtf8 = (flags & zip::kFlagUtf8) != 0;
  const bool isValid = isUtf8(raw);
  if (isSaidUtf8 && isValid) return {std::string(raw), "UTF-8", true};
  if (std::string name = unicodePath(raw, extra); !name.empty()) return {std::move(name), "UTF-8 field", true};
  if (isValid) return {std::string(raw), "UTF-8", isAscii(raw)};
  return {};
}

bool areExtraFieldsWhole(std::span<const std::byte> extra) {
  while (extra.size() >= 4) {
    const std::size_t length = u16At(extra, 2);
    if (length > extra.size() - 4) return false;
    extra = extra.subspan(4 + length);
  }
  return std::ranges::all_of(extra, [](std::byte b) { return b == std::byte{0}; });
}

std::span<const std::byte> findExtraField(std::span<const std::byte> extra, std::uint16_t id) {
  while (extra.size() >= 4) {
    const std::size_t length = std::min<std::size_t>(u16At(extra, 2), extra.size() - 4);
    if (u16At(extra, 0) == id) return extra.subspan(4, length);
    extra = extra.subspan(4 + length);
  }
  return {};
}

}  // namespace sepax
