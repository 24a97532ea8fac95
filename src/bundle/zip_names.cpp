#include "bundle/zip_names.h"

#include "bundle/little_endian.h"
#include "bundle/zip_format.h"
#include "core/text.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace sepax {

namespace {

/// Code page 437's upper half as Unicode.
constexpr std::array<std::uint16_t, 128> kUpper437 = {
    0x00C7, 0x00FC, 0x00E9, 0x00E2, 0x00E4, 0x00E0, 0x00E5, 0x00E7, 0x00EA, 0x00EB, 0x00E8, 0x00EF, 0x00EE, 0x00EC, 0x00C4, 0x00C5,
    0x00C9, 0x00E6, 0x00C6, 0x00F4, 0x00F6, 0x00F2, 0x00FB, 0x00F9, 0x00FF, 0x00D6, 0x00DC, 0x00A2, 0x00A3, 0x00A5, 0x20A7, 0x0192,
    0x00E1, 0x00ED, 0x00F3, 0x00FA, 0x00F1, 0x00D1, 0x00AA, 0x00BA, 0x00BF, 0x2310, 0x00AC, 0x00BD, 0x00BC, 0x00A1, 0x00AB, 0x00BB,
    0x2591, 0x2592, 0x2593, 0x2502, 0x2524, 0x2561, 0x2562, 0x2556, 0x2555, 0x2563, 0x2551, 0x2557, 0x255D, 0x255C, 0x255B, 0x2510,
    0x2514, 0x2534, 0x252C, 0x251C, 0x2500, 0x253C, 0x255E, 0x255F, 0x255A, 0x2554, 0x2569, 0x2566, 0x2560, 0x2550, 0x256C, 0x2567,
    0x2568, 0x2564, 0x2565, 0x2559, 0x2558, 0x2552, 0x2553, 0x256B, 0x256A, 0x2518, 0x250C, 0x2588, 0x2584, 0x258C, 0x2590, 0x2580,
    0x03B1, 0x00DF, 0x0393, 0x03C0, 0x03A3, 0x03C3, 0x00B5, 0x03C4, 0x03A6, 0x0398, 0x03A9, 0x03B4, 0x221E, 0x03C6, 0x03B5, 0x2229,
    0x2261, 0x00B1, 0x2265, 0x2264, 0x2320, 0x2321, 0x00F7, 0x2248, 0x00B0, 0x2219, 0x00B7, 0x221A, 0x207F, 0x00B2, 0x25A0, 0x00A0,
};

std::string fromCodePage437(std::string_view raw) {
  std::string text;
  for (const char c : raw) {
    const auto byte = static_cast<std::uint8_t>(c);
    const unsigned point = byte < 0x80 ? byte : kUpper437[byte - 0x80];
    if (point < 0x80) {
      text += static_cast<char>(point);
    } else if (point < 0x800) {
      text += {static_cast<char>(0xC0 | point >> 6), static_cast<char>(0x80 | (point & 0x3F))};
    } else {
      text +=
          {static_cast<char>(0xE0 | point >> 12), static_cast<char>(0x80 | (point >> 6 & 0x3F)), static_cast<char>(0x80 | (point & 0x3F))};
    }
  }
  return text;
}

bool isUtf8(std::string_view text) { return toValidUtf8(text) == text; }

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
  if (isSaidUtf8 && isValid) return {std::string(raw), ""};
  if (std::string name = unicodePath(raw, extra); !name.empty()) return {std::move(name), ""};
  if (isValid) return {std::string(raw), ""};
  return {fromCodePage437(raw),
          isSaidUtf8 ? "the name is marked as UTF-8 and is not; shown as code page 437" : "the name is not UTF-8; shown as code page 437"};
}

std::span<const std::byte> findExtraField(std::span<const std::byte> extra, std::uint16_t id) {
  while (extra.size() >= 4) {
    const std::size_t length = std::min<std::size_t>(u16At(extra, 2), extra.size() - 4);
    if (u16At(extra, 0) == id) return extra.subspan(4, length);
    extra = extra.subspan(4 + length);
  }
  return {};
}

const char* whyUnsafePath(std::string_view path) {
  if (path.empty()) return "is empty";
  if (std::any_of(path.begin(), path.end(), [](char c) { return static_cast<std::uint8_t>(c) < 0x20 || c == 0x7F; })) {
    return "holds control characters";
  }
  // Windows programs take a backslash for a separator, so it counts as one here.
  const auto isSeparator = [](char c) { return c == '/' || c == '\\'; };
  if (isSeparator(path[0])) return "is absolute";
  if (path.size() >= 2 && path[1] == ':' && std::isalpha(static_cast<unsigned char>(path[0])) != 0) return "names a drive";
  while (!path.empty()) {
    const auto end = std::find_if(path.begin(), path.end(), isSeparator);
    const auto length = static_cast<std::size_t>(end - path.begin());
    if (path.substr(0, length) == "..") return "steps out of its folder";
    path.remove_prefix(std::min(length + 1, path.size()));
  }
  return nullptr;
}

}  // namespace sepax
