#include "lab/paste/tokens.h"

#include "core/number.h"
#include "core/text.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <utility>

namespace sepax::paste {

namespace {

constexpr bool isDigit(char c) { return c >= '0' && c <= '9'; }
constexpr bool isLetter(char c) {
  return (lowered(c) >= 'a' && lowered(c) <= 'z') || c == '_' || c == '$' || (c & 0x80) != 0;
}
constexpr bool isHex(char c) { return isDigit(c) || (lowered(c) >= 'a' && lowered(c) <= 'f'); }

std::size_t digitsAt(std::string_view text, std::size_t from, bool (*isOne)(char)) {
  std::size_t end = from;
  while (end < text.size() && (isOne(text[end]) || (text[end] == '_' && end + 1 < text.size() && isOne(text[end + 1]))))
    ++end;
  return end - from;
}

/// "e-3", "p+5": its length, 0 when there is none.
std::size_t exponentAt(std::string_view text, std::size_t from, char letter) {
  if (from >= text.size() || lowered(text[from]) != letter) return 0;
  std::size_t end = from + 1;
  if (end < text.size() && (text[end] == '+' || text[end] == '-')) ++end;
  const std::size_t digits = digitsAt(text, end, isDigit);
  return digits == 0 ? 0 : end + digits - from;
}

std::string withoutUnderscores(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c != '_') out += c;
  }
  return out;
}

/// A number that no double holds becomes infinite: it is dropped and named later.
double valueOf(std::string_view digits, NumberBase base) {
  std::string text = withoutUnderscores(digits);
  // "p+5" and "e+5" are not what from_chars takes.
  if (const std::size_t plus = text.find('+'); plus != std::string::npos) text.erase(plus, 1);
  return parseDouble(text, base).value_or(std::numeric_limits<double>::infinity());
}

double hexadecimalAt(std::string_view text, std::size_t& length, bool* is_float_bits) {
  const std::size_t whole = digitsAt(text, 2, isHex);
  std::size_t end = 2 + whole, fraction = 0;
  if (end < text.size() && text[end] == '.') fraction = digitsAt(text, end + 1, isHex);
  const std::size_t with_fraction = fraction > 0 || (end < text.size() && text[end] == '.') ? end + 1 + fraction : end;
  if (const std::size_t exponent = exponentAt(text, with_fraction, 'p'); exponent > 0 && whole + fraction > 0) {
    length = with_fraction + exponent;
    return valueOf(text.substr(2, length - 2), NumberBase::kHexadecimal);
  }
  if (whole == 0) return 0;
  length = end;
  const std::string digits = withoutUnderscores(text.substr(2, whole));
  const auto bits = parseInteger<std::uint64_t>(digits, 16);
  if (!bits) return std::numeric_limits<double>::infinity();
  if (digits.size() != 8 && digits.size() != 16) return static_cast<double>(*bits);
  if (is_float_bits != nullptr) *is_float_bits = true;
  return digits.size() == 8 ? static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(*bits)))
                            : std::bit_cast<double>(*bits);
}

/// Letters behind a number that say its type, as f, F, d, L, u32, f64.
std::size_t suffixAt(std::string_view text, std::size_t from, bool& is_float) {
  std::size_t end = from;
  // A literal of the program's own, "1.0_r".
  if (end + 1 < text.size() && text[end] == '_' && isLetter(text[end + 1]) && !isDigit(text[end + 1])) {
    while (end < text.size() && (isLetter(text[end]) || isDigit(text[end]))) ++end;
    is_float = text.substr(from, end - from) == "_f32";
    return end - from;
  }
  if (end < text.size() && text[end] == '_') ++end;
  if (end >= text.size()) return 0;
  const char letter = lowered(text[end]);
  if (std::string_view("fdlui").find(letter) == std::string_view::npos) return 0;
  const std::size_t digits = digitsAt(text, end + 1, isDigit);
  std::size_t after = end + 1 + digits;
  if (digits == 0 && letter == 'u' && after < text.size() && lowered(text[after]) == 'l') ++after;
  if (after < text.size() && isLetter(text[after])) return 0;
  is_float = letter == 'f' && (digits == 0 || text.substr(end + 1, digits) == "32");
  return after - from;
}

/// Whether a word behind a number says that it is no length: of memory, time, rates.
bool isOtherUnit(std::string_view word) {
  constexpr std::string_view kUnits = " mb gb kb mib gib kib bytes fps hz khz mhz ghz ms us ns iterations threads ";
  return kUnits.find(' ' + lowered(word) + ' ') != std::string_view::npos;
}

/// Numbers by a sign of their own, and how long they are in bytes: "π", "½", "√2", behind other digits
/// "2π" and "1½". 0: there is none.
double signedNumberAt(std::string_view text, double digits, bool has_digits, std::size_t& length) {
  constexpr std::pair<std::string_view, double> kFractions[] = {
      {"\xC2\xBC", 0.25}, {"\xC2\xBD", 0.5}, {"\xC2\xBE", 0.75}};
  constexpr std::string_view kRoot = "\xE2\x88\x9A", kPi = "\xCF\x80";
  length = 0;
  for (const auto& [sign, value] : kFractions) {
    if (!text.starts_with(sign)) continue;
    length = sign.size();
    return digits + value;
  }
  if (text.starts_with(kPi) && (text.size() == kPi.size() || !isLetter(text[kPi.size()]))) {
    length = kPi.size();
    return (has_digits ? digits : 1) * std::numbers::pi;
  }
  if (!text.starts_with(kRoot)) return digits;
  std::size_t behind = 0;
  const double square = numberAt(text.substr(kRoot.size()), behind);
  length = behind > 0 ? kRoot.size() + behind : 0;
  return (has_digits ? digits : 1) * std::sqrt(square);
}

struct Splitter {
  std::string_view text;
  Comments comments;
  std::vector<Token> tokens = {};
  std::size_t at = 0;
  int line = 1;
  bool begins_line = true;

  [[nodiscard]] char ahead(std::size_t by) const { return at + by < text.size() ? text[at + by] : '\0'; }

  void add(Token::Kind kind, std::size_t length, double number = 0, bool bits = false) {
    tokens.push_back({kind, begins_line, bits, line, text.substr(at, length), number, at});
    begins_line = false;
    at += length;
  }

  void skipTo(std::size_t end) {
    for (; at < end && at < text.size(); ++at) {
      if (text[at] != '\n') continue;
      ++line;
      begins_line = true;
    }
  }

  bool skipComment() {
    if (comments == Comments::kKept) return false;
    const bool has_gap =
        at == 0 || text[at - 1] == ' ' || text[at - 1] == '\t' || text[at - 1] == '\n' || text[at - 1] == ';';
    if (ahead(0) == '/' && ahead(1) == '*') {
      const std::size_t end = text.find("*/", at + 2);
      skipTo(end == std::string_view::npos ? text.size() : end + 2);
      return true;
    }
    // Matlab's, which are remainders elsewhere: at the beginning of a line or behind a semicolon.
    const bool is_of_matlab = ahead(0) == '%' && (begins_line || (!tokens.empty() && tokens.back().is(";")));
    const bool is_line = (ahead(0) == '/' && ahead(1) == '/' && (at == 0 || text[at - 1] != ':')) ||
                         (ahead(0) == '#' && has_gap && ahead(1) != '[') || is_of_matlab;
    if (is_line) skipTo(std::min(text.find('\n', at), text.size()));
    return is_line;
  }

  /// A text in quotes on one line; else the quote is a sign.
  void addText(char quote) {
    std::size_t end = at + 1;
    while (end < text.size() && text[end] != quote && text[end] != '\n') end += text[end] == '\\' ? 2 : 1;
    if (end >= text.size() || text[end] != quote) return add(Token::Kind::kSign, 1);
    ++at;
    add(Token::Kind::kText, end - at);
    ++at;
  }

  /// "don't", "car's": the length of what is behind the word; 0: it goes on with something else.
  [[nodiscard]] std::size_t contractionAt(std::size_t end, std::size_t word) const {
    if (word < 2 || end >= text.size() || text[end] != '\'') return 0;
    std::size_t length = 1;
    while (end + length < text.size() && isLetter(text[end + length])) ++length;
    const bool is_quote = end + length < text.size() && (text[end + length] == '\'' || isDigit(text[end + length]));
    constexpr std::string_view kEnds = "'t 's 're 've 'd 'll 'm ";
    return !is_quote && kEnds.find(std::string(text.substr(end, length)) + ' ') != std::string_view::npos ? length : 0;
  }

  /// "0.9.9.8": its length; 0: it is another number.
  [[nodiscard]] std::size_t versionAt(std::size_t from) const {
    std::size_t end = from, parts = 0;
    while (true) {
      const std::size_t digits = digitsAt(text, end, isDigit);
      parts += digits > 0 ? 1 : 0;
      end += digits;
      if (digits == 0 || end + 1 >= text.size() || text[end] != '.' || !isDigit(text[end + 1])) break;
      ++end;
    }
    return parts > 2 ? end - from : 0;
  }

  /// "3.1 MB", "60fps", "50%"
  [[nodiscard]] bool isOfOtherUnit(std::size_t end) const {
    const std::size_t word = end < text.size() && text[end] == ' ' ? end + 1 : end;
    if (word == end && end < text.size() && text[end] == '%')
      return end + 1 == text.size() || !(isLetter(text[end + 1]) || isDigit(text[end + 1]));
    std::size_t length = 0;
    while (word + length < text.size() && isLetter(text[word + length])) ++length;
    return length > 1 && isOtherUnit(text.substr(word, length));
  }

  void step() {
    const char c = text[at];
    if (c == '\n' || c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v' || c == '\0') return skipTo(at + 1);
    if (skipComment()) return;
    std::size_t length = 0;
    bool bits = false;
    if (c == '.' && ahead(1) == '.' && isDigit(ahead(2))) {  // "1..50": a range ends in no value
      for (length = 2; isDigit(ahead(length));) ++length;
      return add(Token::Kind::kText, length);
    }
    if (isDigit(c) || (c == '.' && isDigit(ahead(1)))) {
      if (const std::size_t chain = versionAt(at); chain > 0) return add(Token::Kind::kText, chain);
      const double number = numberAt(text.substr(at), length, &bits);
      if (isOfOtherUnit(at + length)) return add(Token::Kind::kText, length);
      std::size_t more = 0;
      const double whole = signedNumberAt(text.substr(at + length), number, true, more);
      return add(Token::Kind::kNumber, length + more, more > 0 ? whole : number, bits);
    }
    const bool is_choice = !tokens.empty() && tokens.back().is(")");  // "A) √61"
    if (const double number = signedNumberAt(text.substr(at), 0, false, length); length > 0 && !is_choice)
      return add(Token::Kind::kNumber, length, number);
    if (isLetter(c)) {
      length = 1;
      while (isLetter(ahead(length)) || isDigit(ahead(length))) ++length;
      length += contractionAt(at + length, length);
      // FCL prints "Box0.25 0.5 1": the number has a fraction.
      if (ahead(length) == '.' && isDigit(ahead(length + 1)))
        length = text.find_last_not_of("0123456789", at + length - 1) + 1 - at;
      return add(Token::Kind::kWord, length);
    }
    const bool is_transpose = c == '\'' && at > 0 && (text[at - 1] == ']' || text[at - 1] == ')');  // Matlab's [1 2 3]'
    if ((c == '"' || c == '\'' || c == '`') && !is_transpose) return addText(c);
    for (const std::string_view sign :
         {"::", "->", "<<", "=>", ":=", "==", "!=", "<=", ">=", "&&", "||", "+=", "-=", "*=", "/="}) {
      if (text.substr(at).starts_with(sign)) return add(Token::Kind::kSign, 2);
    }
    add(Token::Kind::kSign, 1);
  }
};

}  // namespace

double numberAt(std::string_view text, std::size_t& length, bool* is_float_bits) {
  length = 0;
  if (text.size() > 2 && text[0] == '0' && lowered(text[1]) == 'x') {
    const double value = hexadecimalAt(text, length, is_float_bits);
    if (length > 0) {
      bool ignored = false;
      if (length < text.size() && text[length - 1] != '.') length += suffixAt(text, length, ignored);
      return value;
    }
  }
  const std::size_t whole = digitsAt(text, 0, isDigit);
  std::size_t end = whole;
  if (end < text.size() && text[end] == '.' &&
      !(end + 1 < text.size() && (text[end + 1] == '.' || (isLetter(text[end + 1]) && whole == 0)))) {
    const std::size_t fraction = digitsAt(text, end + 1, isDigit);
    if (whole + fraction == 0) return 0;
    end += 1 + fraction;
  }
  if (end == 0) return 0;
  end += exponentAt(text, end, 'e');
  const std::string digits(text.substr(0, end));
  bool is_float = false;
  length = end + suffixAt(text, end, is_float);
  const double value = valueOf(digits, NumberBase::kDecimal);
  return is_float ? static_cast<double>(static_cast<float>(value)) : value;
}

char axisBehind(std::span<const Token> behind) {
  if (behind.empty() || (lowered(behind[0].text) != "about" && lowered(behind[0].text) != "around")) return 0;
  for (const Token& token : behind.subspan(1, std::min<std::size_t>(behind.size() - 1, 3))) {
    const std::string word = lowered(token.text);
    if (word == "x" || word == "y" || word == "z") return word[0];
    if (word != "the" && word != "its" && word != "local") return 0;
  }
  return 0;
}

std::vector<PlacedNumber> numbersIn(std::string_view text, std::size_t base) {
  std::vector<PlacedNumber> out;
  bool negates = false;
  for (const Token& token : tokensOf(text, Comments::kKept)) {
    if (token.isNumber()) out.push_back({negates ? -token.number : token.number, base + token.offset});
    negates = token.is("-");
  }
  return out;
}

std::vector<Token> tokensOf(std::string_view text, Comments comments) {
  Splitter splitter{text, comments};
  constexpr std::size_t kUsualLength = 4;  // bytes of a token
  splitter.tokens.reserve(text.size() / kUsualLength + 1);
  while (splitter.at < text.size()) splitter.step();
  splitter.tokens.push_back({Token::Kind::kEnd, true, false, splitter.line, {}, 0, text.size()});
  return std::move(splitter.tokens);
}

}  // namespace sepax::paste
