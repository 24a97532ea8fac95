#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace sepax {

/// A name as the archive holds it, made readable.
struct ZipName {
  std::string text;      ///< UTF-8; empty when the raw name is not
  std::string encoding;  ///< "UTF-8", "UTF-8 field"; empty when it must be guessed
  bool is_sure = false;  ///< the archive says so, or all bytes are ASCII
};

/// The name by the archive's own word: the flag's UTF-8, the Unicode path extra field (when its CRC fits the raw name),
/// UTF-8 that is not marked so. A flag that lies is no reason to refuse. A backslash stays one: it is a letter's second
/// byte in some encodings and no separator.
[[nodiscard]] ZipName decodeZipName(std::string_view raw, std::uint16_t flags, std::span<const std::byte> extra);

/// Whether all extra fields end where their lengths say. Up to three zeros behind them are padding of older zipaligns.
[[nodiscard]] bool areExtraFieldsWhole(std::span<const std::byte> extra);

/// The payload of extra field `id`, or an empty span.
[[nodiscard]] std::span<const std::byte> findExtraField(std::span<const std::byte> extra, std::uint16_t id);

}  // namespace sepax
