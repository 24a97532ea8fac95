#include "core/utf.h"

#include "core/assert.h"

#include <utf8.h>

#include <iterator>
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

}  // namespace sepax
