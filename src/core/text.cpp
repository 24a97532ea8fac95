#include "core/text.h"

#include "core/assert.h"
#include "core/number.h"

#include <fmt/format.h>
#include <utf8.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <utility>
#include <vector>

namespace sepax {

namespace {

constexpr std::size_t kLongestSequence = 4;

}  // namespace

std::size_t findInvalidUtf8(std::string_view text) {
  return static_cast<std::size_t>(utf8::find_invalid(text.begin(), text.end()) - text.begin());
}

std::optional<char32_t> takeCodePoint(std::string_view& rest) {
  SEPAX_ASSERT(!rest.empty());
  const auto* at = rest.data();
  if (findInvalidUtf8(rest.substr(0, kLongestSequence)) == 0) {
    rest.remove_prefix(1);
    return std::nullopt;
  }
  const auto point = static_cast<char32_t>(utf8::unchecked::next(at));
  rest.remove_prefix(static_cast<std::size_t>(at - rest.data()));
  return point;
}

void appendUtf8(std::string& out, char32_t point) { utf8::unchecked::append(point, std::back_inserter(out)); }

std::string abridged(std::string_view text, std::size_t first, std::size_t last) {
  std::vector<std::size_t> starts;  // of the characters
  for (std::string_view rest = text; !rest.empty(); static_cast<void>(takeCodePoint(rest)))
    starts.push_back(text.size() - rest.size());
  if (starts.size() <= first + last + 1) return std::string(text);
  const std::size_t tail = last == 0 ? text.size() : starts[starts.size() - last];
  return std::string(text.substr(0, starts[first])) + "…" + std::string(text.substr(tail));
}

std::string utf8OfUtf16(std::u16string_view text) {
  std::string out;
  const auto isHigh = [](char16_t c) { return c >= 0xD800 && c < 0xDC00; };
  const auto isLow = [](char16_t c) { return c >= 0xDC00 && c < 0xE000; };
  while (!text.empty()) {
    const bool isPair = text.size() > 1 && isHigh(text[0]) && isLow(text[1]);
    const bool isAlone = !isPair && (isHigh(text[0]) || isLow(text[0]));
    if (isAlone) {
      appendUtf8(out, kReplacementCharacter);
    } else {
      utf8::unchecked::utf16to8(text.begin(), text.begin() + (isPair ? 2 : 1), std::back_inserter(out));
    }
    text.remove_prefix(isPair ? 2 : 1);
  }
  return out;
}

std::string_view textOf(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

bool isMarkedUtf16(std::string_view bytes) { return bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF"); }

std::string utf8OfMarkedUtf16(std::string_view bytes) {
  const std::size_t low = bytes.starts_with("\xFF") ? 0 : 1;
  std::u16string units;
  for (std::size_t i = 2; i + 1 < bytes.size(); i += 2) {
    const auto byteAt = [&](std::size_t at) { return static_cast<unsigned char>(bytes[i + at]); };
    units += static_cast<char16_t>(byteAt(low) | byteAt(1 - low) << 8);
  }
  return utf8OfUtf16(units);
}

std::string_view withoutMark(std::string_view text) {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  return text.substr(text.starts_with(kMark) ? kMark.size() : 0);
}

std::u16string utf16OfUtf8(std::string_view text) {
  std::u16string out;
  while (!text.empty()) {
    const std::size_t valid = findInvalidUtf8(text);
    utf8::unchecked::utf8to16(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(valid), std::back_inserter(out));
    text.remove_prefix(valid);
    if (text.empty()) break;
    out += static_cast<char16_t>(kReplacementCharacter);
    text.remove_prefix(1);
  }
  return out;
}

std::string shortestDecimal(double value) {
  std::array<char, 32> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
  return {buffer.data(), end};
}

std::string hexFloat(double value) {
  std::array<char, 40> buffer{};
  const auto end =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), std::abs(value), std::chars_format::hex).ptr;
  return fmt::format("{}0x{}", std::signbit(value) ? "-" : "",
                     std::string_view(buffer.data(), static_cast<std::size_t>(end - buffer.data())));
}

std::optional<double> parseHexFloat(std::string_view text) {
  bool negative = false;
  if (!text.empty() && (text.front() == '-' || text.front() == '+')) {
    negative = text.front() == '-';
    text.remove_prefix(1);
  }
  if (text.size() < 3 || text[0] != '0' || (text[1] != 'x' && text[1] != 'X') || text[2] == '-') return std::nullopt;
  text.remove_prefix(2);
  const auto value = parseDouble(text, NumberBase::kHexadecimal);
  return value && negative ? -*value : value;
}

std::string humanNumber(double value, int digits) {
  if (value == 0) return "0";
  if (std::isinf(value)) return value < 0 ? "−∞" : "∞";
  return fmt::format("{:.{}g}", value, digits);
}

namespace {

constexpr std::uint64_t kEach = 0x0101010101010101, kHighBits = 0x80 * kEach;

/// The results of `map` for eight bytes at a time, or-ed together; the last ones are filled up with letters.
template <class Map>
std::uint64_t orOf(std::string_view bytes, Map map) {
  std::uint64_t all = 0;
  for (; bytes.size() >= 8; bytes.remove_prefix(8)) {
    std::uint64_t eight = 0;
    std::memcpy(&eight, bytes.data(), 8);
    all |= map(eight);
  }
  std::uint64_t rest = 'a' * kEach;
  if (!bytes.empty()) std::memcpy(&rest, bytes.data(), bytes.size());
  return all | map(rest);
}

}  // namespace

std::string humanBytes(std::uint64_t bytes) {
  static constexpr const char* kUnits[] = {"B", "kB", "MB", "GB", "TB"};
  double value = static_cast<double>(bytes);
  std::size_t unit = 0;
  while (value >= 1000 && unit + 1 < std::size(kUnits)) {
    value /= 1000;
    ++unit;
  }
  return unit == 0 ? fmt::format("{} B", bytes) : fmt::format("{:.{}f} {}", value, value < 9.95 ? 1 : 0, kUnits[unit]);
}

bool isAscii(std::string_view bytes) {
  return (orOf(bytes, [](std::uint64_t eight) { return eight; }) & kHighBits) == 0;
}

std::string lowered(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = lowered(c);
  return out;
}

std::vector<std::string> partsOf(std::string_view text, char separator) {
  std::vector<std::string> parts;
  while (true) {
    const std::size_t end = std::min(text.find(separator), text.size());
    if (end > 0) parts.emplace_back(text.substr(0, end));
    if (end == text.size()) return parts;
    text.remove_prefix(end + 1);
  }
}

bool hasExtension(std::string_view path, std::initializer_list<std::string_view> extensions) {
  const std::size_t dot = path.find_last_of("./");
  if (dot == std::string_view::npos || path[dot] != '.') return false;
  const std::string extension = lowered(path.substr(dot));
  return std::find(extensions.begin(), extensions.end(), extension) != extensions.end();
}

bool holdsNoCase(std::string_view text, std::string_view part) {
  const auto same = [](char a, char b) { return lowered(a) == lowered(b); };
  return part.empty() || std::search(text.begin(), text.end(), part.begin(), part.end(), same) != text.end();
}

bool isPlainLine(std::string_view bytes) {
  // A byte below 0x20 borrows from its high bit, as does 0x7F from what is zero where they are equal; high bits spoil
  // it in any case.
  const auto spoils = [](std::uint64_t eight) {
    const std::uint64_t deletes = eight ^ 0x7F * kEach;
    return eight | (eight - 0x20 * kEach) | (deletes - kEach);
  };
  return (orOf(bytes, spoils) & kHighBits) == 0;
}

std::string toValidUtf8(std::string_view bytes) {
  if (isAscii(bytes)) return std::string(bytes);
  std::string out;
  out.reserve(bytes.size());
  while (!bytes.empty()) {
    const std::size_t valid = findInvalidUtf8(bytes);
    out.append(bytes.substr(0, valid));
    bytes.remove_prefix(valid);
    if (bytes.empty()) break;
    appendUtf8(out, kReplacementCharacter);
    bytes.remove_prefix(1);
  }
  return out;
}

namespace {

struct Character {
  std::uint32_t code = 0;
  std::size_t length = 0;  ///< in bytes; 0: none
};

/// The character at a place of a text that a terminal would obey, that changes the direction of text, or that is none
/// (U+FFFE, U+FFFF).
Character unprintableAt(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<std::uint8_t>(text[i]) : std::uint8_t{0};
  };
  const std::uint32_t first = byte(at), second = byte(at + 1), third = byte(at + 2);
  if (first < 0x20 || first == 0x7F) return {first, 1};
  if (first == 0xC2 && second >= 0x80 && second < 0xA0) return {second, 2};
  if (first == 0xD8 && second == 0x9C) return {0x061C, 2};
  if (first == 0xEF && second == 0xBF && third >= 0xBE) return {0xFFC0 | (third & 0x3F), 3};
  if (first != 0xE2 || (second != 0x80 && second != 0x81)) return {};
  const std::uint32_t code = 0x2000 | (second & 1) << 6 | (third & 0x3F);
  const bool isMeant =
      code == 0x200E || code == 0x200F || (code >= 0x2028 && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
  return isMeant ? Character{code, 3} : Character{};
}

std::string escaped(std::string_view text, std::string_view kept) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    const Character found = unprintableAt(text, i);
    if (found.length == 0 || kept.find(text[i]) != std::string_view::npos) {
      out += text[i++];
    } else {
      out += fmt::format("\\u{:04x}", found.code);
      i += found.length;
    }
  }
  return out;
}

}  // namespace

std::string printableLine(std::string_view bytes) {
  return isPlainLine(bytes) ? std::string(bytes) : escaped(toValidUtf8(bytes), "");
}

std::string printableText(std::string_view text) {
  constexpr std::string_view kLayout = "\n\t";
  return escaped(text, kLayout);
}

bool holdsControl(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (const Character found = unprintableAt(text, i); found.length != 0 && found.code < 0xA0) return true;
  }
  return false;
}

bool changesDirection(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::uint32_t code = unprintableAt(text, i).code;
    if (code >= 0x061C && code < 0xFFFE) return true;
  }
  return false;
}

std::string xmlText(std::string_view raw) {
  static constexpr std::pair<char, const char*> kEntities[] = {
      {'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}};
  // XML 1.0 forbids U+FFFE and U+FFFF in any form.
  std::string valid = toValidUtf8(raw), out;
  for (const std::string_view forbidden : {"\xEF\xBF\xBE", "\xEF\xBF\xBF"}) {
    for (std::size_t at = 0; (at = valid.find(forbidden, at)) != std::string::npos;)
      valid.replace(at, 3, "\xEF\xBF\xBD");
  }
  for (const char c : valid) {
    const auto* const entity = std::ranges::find(kEntities, c, &std::pair<char, const char*>::first);
    if (entity != std::end(kEntities)) {
      out += entity->second;
    } else {
      out += static_cast<unsigned char>(c) < 0x20 || c == 0x7F ? ' ' : c;
    }
  }
  return out;
}

std::string humanDuration(double seconds) {
  if (!std::isfinite(seconds)) return "–";
  constexpr double kMinute = 60, kMaxCounted = 1e15;
  if (std::abs(seconds) > kMaxCounted) return humanNumber(seconds, 3) + " s";
  if (std::abs(seconds) >= 2 * kMinute) {
    const auto whole = static_cast<long long>(std::llround(seconds));
    return fmt::format("{} min {} s", whole / 60, std::abs(whole % 60));
  }
  struct Unit {
    double seconds;
    const char* name;
  };
  // A thousand of a unit, rounded, is one of the next.
  constexpr double kRoundsUp = 0.9995;
  for (const Unit& unit : {Unit{1, "s"}, Unit{1e-3, "ms"}, Unit{1e-6, "µs"}}) {
    if (std::abs(seconds) >= kRoundsUp * unit.seconds) return humanNumber(seconds / unit.seconds, 3) + " " + unit.name;
  }
  return humanNumber(seconds * 1e9, 3) + " ns";
}

namespace {

/// Optimal string alignment distance (Damerau 1964).
std::size_t editDistance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = d[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, replaced});
      const bool is_swap = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (is_swap) d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  }
  return d[a.size()][b.size()];
}

}  // namespace

std::optional<std::string> nearestWord(std::string_view word, const std::vector<std::string>& candidates) {
  constexpr std::size_t kShort = 4, kMaxWord = 40;
  if (word.size() > kMaxWord) return std::nullopt;
  std::optional<std::string> best;
  std::size_t least = word.size() < kShort ? 2 : 3;  // below that
  for (const std::string& candidate : candidates) {
    const std::size_t distance = editDistance(word, candidate);
    if (distance >= least) continue;
    least = distance;
    best = candidate;
  }
  return best;
}

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
