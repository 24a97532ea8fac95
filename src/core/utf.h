#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

// UTF-8 and UTF-16 as Unicode defines them: no overlong forms, no surrogates in UTF-8, nothing beyond U+10FFFF.

namespace sepax {

inline constexpr char32_t kReplacementCharacter = 0xFFFD;

/// Where the first byte is that begins no UTF-8 sequence; the text's size when all is valid.
[[nodiscard]] std::size_t findInvalidUtf8(std::string_view text);

/// The code point at the start of `rest`, which is not empty; `rest` then begins behind it. nullopt where no sequence
/// begins: of the bytes that are none, each counts by itself.
[[nodiscard]] std::optional<char32_t> takeCodePoint(std::string_view& rest);

void appendUtf8(std::string& out, char32_t point);

/// The first and the last characters of a text with "…" instead of the others; the text itself where no more than one
/// would be left out.
[[nodiscard]] std::string abridged(std::string_view text, std::size_t first, std::size_t last);

/// UTF-16 as UTF-8; a surrogate without its other half becomes U+FFFD.
[[nodiscard]] std::string utf8OfUtf16(std::u16string_view text);

/// UTF-8 as UTF-16; each byte that belongs to no sequence becomes U+FFFD.
[[nodiscard]] std::u16string utf16OfUtf8(std::string_view text);

}  // namespace sepax
