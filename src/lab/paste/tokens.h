#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sepax::paste {

/// A word, number, text or sign of a pasted text.
struct Token {
  enum class Kind : unsigned char { kWord, kNumber, kText, kSign, kEnd };
  Kind kind = Kind::kEnd;
  bool begins_line = false;
  bool is_float_bits = false;  ///< 0xC1078533: the bits of a float, or of a double with 16 digits
  int line = 1;
  std::string_view text;   ///< as written; of a kText without its quotes
  double number = 0;       ///< of a kNumber
  std::size_t offset = 0;  ///< in bytes

  [[nodiscard]] bool is(std::string_view sign) const { return kind == Kind::kSign && text == sign; }
  [[nodiscard]] bool isWord() const { return kind == Kind::kWord; }
  [[nodiscard]] bool isNumber() const { return kind == Kind::kNumber; }
};

enum class Comments { kSkipped, kKept };

/// Splits a text into tokens and ends it with a kEnd. Numbers are such as programmers write them: 1. .05 2.0f 1e-3
/// 1_000.0_f64, hexadecimal floats, bits of floats. An f at the end rounds to float, as a compiler does. The views are
/// into `text`.
[[nodiscard]] std::vector<Token> tokensOf(std::string_view text, Comments comments = Comments::kSkipped);

/// Calls `take` with each line, where it begins, and its number from 1 on.
template <typename Take>
void forEachLine(std::string_view text, const Take& take) {
  int number = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    take(text.substr(begin, end - begin), begin, ++number);
    begin = end + 1;
  }
}

/// The axis of "about the y axis", "around x", 'y', where `behind` begins with it; 0: none.
[[nodiscard]] char axisBehind(std::span<const Token> behind);

/// Every number of a text with its sign, and where: offsets from `base` on.
struct PlacedNumber {
  double value = 0;
  std::size_t offset = 0;
};
[[nodiscard]] std::vector<PlacedNumber> numbersIn(std::string_view text, std::size_t base = 0);

/// The number that `text` begins with, behind a sign; `length` receives how long it is, 0: none.
[[nodiscard]] double numberAt(std::string_view text, std::size_t& length, bool* is_float_bits = nullptr);

}  // namespace sepax::paste
