#include "lab/paste/decimal_comma.h"

#include "lab/paste/number_groups.h"
#include "lab/paste/words.h"

#include <cstddef>

namespace sepax::paste {

namespace {

constexpr bool isDigitSign(char c) { return c >= '0' && c <= '9'; }

/// Whether a number with a point counts as one: "Jolt 5.1", "v1.2.3" and "12:30:01.5" do not.
bool hasDecimalPoint(const std::vector<Token>& tokens, std::size_t i) {
  const Token& token = tokens[i];
  const std::size_t point = token.text.find('.');
  if (point == std::string_view::npos || point + 1 >= token.text.size() || token.text.starts_with("0x")) return false;
  const auto isGlued = [&](std::size_t k) {
    return k > 0 && k < tokens.size() && tokens[k - 1].offset + tokens[k - 1].text.size() == tokens[k].offset;
  };
  if (i == 0) return true;
  const Token& before = tokens[i - 1];
  const bool is_part = (isGlued(i) && (before.isNumber() || before.isWord() || before.is(":"))) ||
                       (isGlued(i + 1) && tokens[i + 1].isNumber());
  bool ignored = false;
  const bool is_version = before.isWord() && roleOf(before.text) == Role::kNone &&
                          shapeWord(before.text, ignored).empty() && componentOf(before.text) < 0;
  return !is_part && !is_version;
}

}  // namespace

std::optional<std::string> withDecimalPoints(std::string_view text, const std::vector<Token>& tokens) {
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].isNumber() && hasDecimalPoint(tokens, i)) return std::nullopt;
  }
  std::string out(text);
  bool has_commas = false;
  std::size_t part = 0;  // where the last number begins whose digits a comma may go on
  for (std::size_t i = 1; i + 1 < text.size(); ++i) {
    if (!isDigitSign(text[i]) && text[i] != ',') part = i + 1;
    // ".NET prints <1,5. 2,0>"
    const bool is_stop = text[i] == '.' && isDigitSign(text[i - 1]) && text[i + 1] == ' ';
    if (is_stop) out[i] = ',';
    if (text[i] != ',' || !isDigitSign(text[i - 1]) || !isDigitSign(text[i + 1])) continue;
    std::size_t end = i + 1;
    while (end < text.size() && isDigitSign(text[end])) ++end;
    const bool goes_on = end + 1 < text.size() && text[end] == ',' && isDigitSign(text[end + 1]);
    const bool is_third = text.substr(part, i - part).find(',') != std::string_view::npos;
    if (goes_on || is_third) continue;
    out[i] = '.';
    has_commas = true;
  }
  return has_commas ? std::optional(std::move(out)) : std::nullopt;
}

}  // namespace sepax::paste
