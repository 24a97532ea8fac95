#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

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

/// Bytes as characters.
[[nodiscard]] std::string_view textOf(std::span<const std::byte> bytes);

/// Whether a text says by a byte order mark that it is UTF-16, of either order.
[[nodiscard]] bool isMarkedUtf16(std::string_view bytes);

/// Such a text as UTF-8, without the mark. Half a unit at its end is left out.
[[nodiscard]] std::string utf8OfMarkedUtf16(std::string_view bytes);

/// UTF-8 behind its byte order mark, where it has one.
[[nodiscard]] std::string_view withoutMark(std::string_view text);

/// UTF-8 as UTF-16; each byte that belongs to no sequence becomes U+FFFD.
[[nodiscard]] std::u16string utf16OfUtf8(std::string_view text);

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

/// The parts of a text between separators, without those that are empty.
[[nodiscard]] std::vector<std::string> partsOf(std::string_view text, char separator);

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

/// Numbers that are read beside each other, such as both sides of an inequality, with as many digits as their
/// difference needs: 2.5 and 2.4 need two, 1 and 1 + 3e-12 need thirteen. Never more than doubles of that size can
/// hold.
class ComparedNumbers {
 public:
  /// `largest` of the numbers by magnitude; `difference` of those that are compared, 0 when they are equal.
  ComparedNumbers(double largest, double difference) {
    const double size = std::abs(largest), apart = std::abs(difference);
    if (!(size > 0) || !std::isfinite(size)) return;
    constexpr double kRoundings = 4;
    noise_ = std::max(size * std::numeric_limits<double>::epsilon() * kRoundings, std::numeric_limits<double>::min());
    step_ = powerBelow(size) * 1e-4;
    if (apart > 0) step_ = std::max(std::min(step_, powerBelow(apart) * 0.1), powerBelow(noise_));
  }

  /// One of the numbers; at least five significant digits of the largest, no trailing zeros.
  [[nodiscard]] std::string operator()(double value) const { return humanNumber(value, digitsDownTo(value, step_)); }
  /// A difference: those of its first five significant digits that are no rounding noise, at least two.
  [[nodiscard]] std::string difference(double value) const {
    return humanNumber(value, std::min(digitsDownTo(value, noise_), 5));
  }

 private:
  static double powerBelow(double value) { return std::pow(10.0, std::floor(std::log10(value))); }

  /// Significant digits of a value down to a step.
  static int digitsDownTo(double value, double step) {
    const double magnitude = std::abs(value);
    if (!(magnitude > 0) || !(step > 0) || !std::isfinite(magnitude)) return 5;
    return static_cast<int>(
        std::clamp(std::floor(std::log10(magnitude)) - std::floor(std::log10(step) + 1e-9) + 1, 2.0, 17.0));
  }

  double step_ = 0;   ///< what the numbers are rounded to, metres
  double noise_ = 0;  ///< below this a difference is rounding
};

/// A time for people, three significant digits: "830 ns", "13.7 µs", "1.35 ms", "2.10 s", "3 min 20 s".
[[nodiscard]] std::string humanDuration(double seconds);

/// The candidate that a mistyped word is nearest to by insertions, deletions, replacements and swaps of neighbours;
/// none within two of them, or one in short words.
[[nodiscard]] std::optional<std::string> nearestWord(std::string_view word, const std::vector<std::string>& candidates);

/// RFC 4648: §4, which ends by "=" up to a multiple of four letters, or §5 for addresses, which does not.
enum class Base64 { kPadded, kUrl };

[[nodiscard]] std::string base64(std::string_view bytes, Base64 form);

struct FromBase64 {
  std::string bytes;
  std::size_t letters = 0;  ///< how many of the text were read: up to the first that is none of the form, "=" too
};
[[nodiscard]] FromBase64 fromBase64(std::string_view text, Base64 form);

}  // namespace sepax
