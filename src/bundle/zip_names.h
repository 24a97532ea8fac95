#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace sepax {

/// A name as the archive holds it, made readable.
struct ZipName {
  std::string text;       ///< UTF-8
  std::string complaint;  ///< why the text may not be what the author meant; empty when sure
};

/// Decodes a raw name: the flag's UTF-8, the Unicode path extra field (when its CRC fits the raw name), UTF-8 without being told so, else
/// code page 437. A backslash stays one: it is a letter's second byte in some encodings and no separator in ZIP.
[[nodiscard]] ZipName decodeZipName(std::string_view raw, std::uint16_t flags, std::span<const std::byte> extra);

/// The payload of extra field `id`, or an empty span.
[[nodiscard]] std::span<const std::byte> findExtraField(std::span<const std::byte> extra, std::uint16_t id);

/// Why extracting a file of this name would be dangerous ("steps out of its folder"), or nullptr.
[[nodiscard]] const char* whyUnsafePath(std::string_view path);

}  // namespace sepax
