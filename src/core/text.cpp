#include "core/text.h"

#include "core/number.h"
#include "core/utf.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>

namespace sepax {

std::string shortestDecimal(double value) {
  std::array<char, 32> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
  return {buffer.data(), end};
}

std::string hexFloat(double value) {
  std::array<char, 40> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), std::abs(value), std::chars_format::hex).ptr;
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
  return fmt::format("{:.{}g}", value, digits);
}

namespace {

constexpr std::uint64_t kEach = 0x0101010101010101, kHighBits = 0x80 * kEach;

/// What `map` gives of eight bytes at a time, or-ed together; the last ones are filled up with letters.
template <class Map>
std::uint64_t orOf(std::string_view bytes, Map map) {
  std::uint64_t all = 0;
  for (; bytes.size() >= 8; bytes.remove_prefix(8)) {
    std::uint64_t eight = 0;
    std::memcpy(&eight, bytes.data(), 8);
    all |= map(eight);
  }
  std::uint64_t rest = 'a' * kEach;
  std::memcpy(&rest, bytes.data(), bytes.size());
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
  // A byte below 0x20 borrows from its high bit, as does 0x7F from what is zero where they are equal; high bits spoil it in any case.
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

std::string printableLine(std::string_view bytes) {
  if (isPlainLine(bytes)) return std::string(bytes);
  const std::string text = toValidUtf8(bytes);
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = [&](std::size_t at) { return at < text.size() ? static_cast<std::uint8_t>(text[at]) : 0; };
    const bool second_set = byte(i) == 0xC2 && byte(i + 1) >= 0x80 && byte(i + 1) < 0xA0;  // U+0080 to U+009F
    if (second_set) ++i;
    out += second_set || byte(i) < 0x20 || byte(i) == 0x7F ? '?' : text[i];
  }
  return out;
}

}  // namespace sepax
