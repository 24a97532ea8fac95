#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sepax {

/// Shortest decimal text that reads back as the identical double; "-0" keeps its sign.
[[nodiscard]] std::string shortestDecimal(double value);

/// Hexadecimal float ("0x1.8p+1"), always bit-exact.
[[nodiscard]] std::string hexFloat(double value);

/// Reads a whole string as a hexadecimal float (optional sign, "0x", digits, "p" exponent); nothing else is accepted.
[[nodiscard]] std::optional<double> parseHexFloat(std::string_view text);

/// A number for people: `digits` significant digits, no trailing zeros, true minus sign never, "-0" never.
[[nodiscard]] std::string humanNumber(double value, int digits = 4);

/// "1.2 kB", "3.4 MB".
[[nodiscard]] std::string humanBytes(std::uint64_t bytes);

[[nodiscard]] bool isAscii(std::string_view bytes);

/// ASCII letters in lower case, all other bytes as they are, whatever the locale.
[[nodiscard]] constexpr char lowered(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; }
[[nodiscard]] std::string lowered(std::string_view text);

/// Whether a path's last component ends in one of these extensions (".obj"), in letters of either case.
[[nodiscard]] bool hasExtension(std::string_view path, std::initializer_list<std::string_view> extensions);

/// Whether `text` holds `part`, ASCII letters of either case alike.
[[nodiscard]] bool holdsNoCase(std::string_view text, std::string_view part);

/// Replaces every byte sequence that is not UTF-8 by U+FFFD, so that the text can be shown and put into JSON.
[[nodiscard]] std::string toValidUtf8(std::string_view bytes);

/// One line of valid UTF-8 without anything that a terminal would obey or that changes the direction of text: such
/// characters become
/// "\u001b", as JSON writes them.
[[nodiscard]] std::string printableLine(std::string_view bytes);

/// As printableLine, for text that has lines and tabs; bytes that are no UTF-8 stay.
[[nodiscard]] std::string printableText(std::string_view text);

/// Text inside XML: escaped, and without the control characters that XML 1.0 cannot hold.
[[nodiscard]] std::string xmlText(std::string_view raw);

/// Whether UTF-8 text holds control characters, those beyond ASCII (U+0080 to U+009F) included.
[[nodiscard]] bool holdsControl(std::string_view text);

/// Whether UTF-8 text holds characters that change the direction of what follows, or begin a new line, without being
/// seen.
[[nodiscard]] bool changesDirection(std::string_view text);

/// Whether that is the text itself: ASCII without control characters. False of much that is printable.
[[nodiscard]] bool isPlainLine(std::string_view bytes);

}  // namespace sepax
