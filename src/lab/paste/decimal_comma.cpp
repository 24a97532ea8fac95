#include "lab/paste/decimal_comma.h"

#include "core/text.h"
#include "lab/paste/number_groups.h"
#include "lab/paste/tokens.h"
#include "lab/paste/words.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace sepax::paste {

namespace {

bool isWhole(std::string_view digits) {
  return !digits.empty() && digits.find_first_not_of("0123456789") == std::string_view::npos;
}

/// Numbers in a row and what separates them.
struct Row {
  std::size_t count = 0;
  std::vector<std::size_t> commas;  ///< offsets of those that may be decimal ones
  /// Offsets of points that separate, as .NET prints <1,5. 2,0> where the locale has 1.234,5.
  std::vector<std::size_t> stops;
  char separator = '\0';           ///< ' ' ',' ';' '|' 'x' '.'; '\0' of one number, '?' of several kinds
  bool has_fraction_only = false;  ///< 0,05: two numbers are not written so
  bool has_thousands = false;      ///< 1,200
};

class Commas {
 public:
  explicit Commas(std::string_view text) : text_(text), tokens_(tokensOf(text, Comments::kKept)) { scan(); }

  [[nodiscard]] DecimalSign sign() const {
    if (has_points_) return DecimalSign::kPoint;
    return is_sure_ ? DecimalSign::kComma : is_open_ ? DecimalSign::kEither : DecimalSign::kPoint;
  }
  [[nodiscard]] std::string withPoints() const {
    std::string out(text_);
    for (const std::size_t at : commas_) out[at] = '.';
    for (const std::size_t at : stops_) out[at] = ',';
    return out;
  }

 private:
  [[nodiscard]] const Token& at(std::size_t i) const { return tokens_[std::min(i, tokens_.size() - 1)]; }
  /// Whether nothing is between the token and the one before it.
  [[nodiscard]] bool isGlued(std::size_t i) const {
    return i > 0 && i < tokens_.size() && tokens_[i - 1].offset + tokens_[i - 1].text.size() == tokens_[i].offset;
  }

  /// "1,5" at a token: digits on both sides, and no third part.
  [[nodiscard]] bool isCandidate(std::size_t i) const {
    if (!at(i).isNumber() || !isWhole(at(i).text) || !at(i + 1).is(",") || !isGlued(i + 1) || !at(i + 2).isNumber() ||
        !isGlued(i + 2))
      return false;
    const std::string_view fraction = at(i + 2).text;
    const std::size_t point = fraction.find('.');
    const bool has_point = point != std::string_view::npos && point + 1 < fraction.size();
    const bool goes_on = at(i + 3).is(",") && isGlued(i + 3) && at(i + 4).isNumber() && isGlued(i + 4);
    const bool follows = i > 1 && isGlued(i) && at(i - 1).is(",") && isGlued(i - 1) && at(i - 2).isNumber();
    return fraction[0] != '.' && !has_point && !goes_on && !follows;
  }

  /// The unit behind a number.
  [[nodiscard]] bool isUnitAt(std::size_t i) const {
    static constexpr std::string_view kUnits[] = {"m", "cm", "mm", "rad", "deg", "grad"};
    return at(i).isWord() && std::ranges::find(kUnits, at(i).text) != std::end(kUnits);
  }

  Row rowAt(std::size_t& i) const {
    Row row;
    while (true) {
      if ((at(i).is("-") || at(i).is("+")) && at(i + 1).isNumber()) ++i;
      if (!at(i).isNumber()) break;
      ++row.count;
      if (isCandidate(i)) {
        const std::string_view fraction = at(i + 2).text;
        row.commas.push_back(at(i + 1).offset);
        const bool has_three = fraction.size() == 3 && isWhole(fraction) && at(i).text != "0";
        row.has_thousands = row.has_thousands || has_three;
        row.has_fraction_only =
            row.has_fraction_only || (fraction.size() > 1 && fraction[0] == '0' && isWhole(fraction) && !has_three);
        i += 2;
      }
      const bool ends_in_point = at(i).text.ends_with('.');
      const std::size_t end = at(i).offset + at(i).text.size();
      ++i;
      while (isUnitAt(i)) ++i;
      char between = ' ';
      std::size_t next = i;
      for (const char sign : {';', '|', ','}) {
        if (!at(i).is(std::string_view(&sign, 1))) continue;
        between = sign;
        next = i + 1;
      }
      if (at(i).isWord() && at(i).text == "x") {
        between = 'x';
        next = i + 1;
      }
      if (ends_in_point) between = '.';
      const std::size_t number = at(next).is("-") ? next + 1 : next;
      if (!at(number).isNumber() || at(next).begins_line) break;
      if (ends_in_point) row.stops.push_back(end - 1);
      row.separator = row.separator == '\0' || row.separator == between ? between : '?';
      i = next;
    }
    return row;
  }

  static bool isScalar(Role role) {
    return role == Role::kRadius || role == Role::kDiameter || role == Role::kHalfLength || role == Role::kFullLength ||
           role == Role::kLength || role == Role::kAngle;
  }

  /// Whether a number with a point counts as one: "Jolt 5.1", "v1.2.3" and "12:30:01.5" do not.
  [[nodiscard]] bool isDecimalPoint(std::size_t i) const {
    const std::size_t point = at(i).text.find('.');
    if (point == std::string_view::npos || point + 1 >= at(i).text.size() || at(i).text.starts_with("0x")) return false;
    const bool is_glued =
        isGlued(i) && (at(i - 1).isNumber() || at(i - 1).isWord() || (at(i - 1).is(":") && isGlued(i - 1)));
    const bool goes_on = at(i + 1).isNumber() && isGlued(i + 1);
    bool ignored = false;
    const bool is_version = i > 0 && at(i - 1).isWord() && roleOf(at(i - 1).text) == Role::kNone &&
                            shapeWord(at(i - 1).text, ignored).empty() && componentOf(at(i - 1).text) < 0;
    return !is_glued && !goes_on && !is_version;
  }

  void takeWord(std::size_t i) {
    const Token& token = at(i);
    bool is_planar = false;
    const std::string_view type = shapeWord(token.text, is_planar);
    const bool has_points = type == "polygon" || type == "hull" || roleOf(token.text) == Role::kVertices;
    // A letter is a key before its sign alone; else it may be a label, "polygon A: …".
    const bool is_key =
        token.text.size() > 1 || (roleOf(token.text) != Role::kNone && (at(i + 1).is("=") || at(i + 1).is(":")));
    if (is_key) role_ = has_points ? Role::kVertices : !type.empty() ? Role::kShape : roleOf(token.text);
    is_component_ = token.text.size() == 1 && componentOf(token.text) >= 0 && (at(i + 1).is("=") || at(i + 1).is(":"));
    // "x;y;z", "x y z": the heading of a table.
    const std::size_t next = at(i + 1).is(";") || at(i + 1).is("|") ? i + 2 : i + 1;
    if (lowered(token.text) == "x" && lowered(at(next).text) == "y" && at(next).line == token.line) is_table_ = true;
  }

  void take(const Row& row, std::size_t begin, std::size_t end) {
    if (row.commas.empty()) return;
    const bool is_bracketed =
        begin > 0 && (at(begin - 1).is("(") || at(begin - 1).is("[") || at(begin - 1).is("{") || at(begin - 1).is("<"));
    const bool has_bars = row.separator == ';' || row.separator == '|';
    if ((calls_open_ > 0 && !has_bars) || role_ == Role::kVertices) return;
    if (is_bracketed && row.count == 1 && (at(end).is(")") || at(end).is("]") || at(end).is("}") || at(end).is(">")))
      return;
    commas_.insert(commas_.end(), row.commas.begin(), row.commas.end());
    stops_.insert(stops_.end(), row.stops.begin(), row.stops.end());
    const bool is_vector = role_ != Role::kNone && role_ != Role::kResult && !isScalar(role_);
    const bool is_triple = (row.count == 3 || row.count == 4) && row.separator != '?';
    const bool is_one = (isScalar(role_) || is_component_) && !row.has_thousands;
    const bool says_so = is_one || row.has_fraction_only || (is_triple && is_vector) ||
                         (is_triple && is_bracketed && (has_bars || row.separator == '.')) ||
                         (is_table_ && row.count > 1);
    is_sure_ = is_sure_ || says_so;
    is_open_ = is_open_ || is_vector || is_triple;
  }

  void scan() {
    for (std::size_t i = 0; i + 1 < tokens_.size();) {
      const Token& token = at(i);
      if (token.is("(") || token.is("[") || token.is("{")) {
        is_call_.push_back(isGlued(i) && at(i - 1).isWord());
        calls_open_ += is_call_.back() ? 1 : 0;
      } else if ((token.is(")") || token.is("]") || token.is("}")) && !is_call_.empty()) {
        calls_open_ -= is_call_.back() ? 1 : 0;
        is_call_.pop_back();
      } else if (token.isWord()) {
        takeWord(i);
      } else if (token.isNumber() || ((token.is("-") || token.is("+")) && at(i + 1).isNumber())) {
        const std::size_t begin = i;
        const Row row = rowAt(i);
        for (std::size_t n = begin; n < i; ++n) has_points_ = has_points_ || (at(n).isNumber() && isDecimalPoint(n));
        take(row, begin, i);
        is_component_ = false;
        continue;
      }
      ++i;
    }
  }

  std::string_view text_;
  std::vector<Token> tokens_;
  std::vector<bool> is_call_;  ///< of the open brackets, whether they follow a word at once
  int calls_open_ = 0;
  Role role_ = Role::kNone;  ///< of the last word
  bool is_component_ = false, is_table_ = false;
  bool has_points_ = false, is_sure_ = false, is_open_ = false;
  std::vector<std::size_t> commas_, stops_;
};

}  // namespace

DecimalCommas decimalCommasOf(std::string_view text) {
  const auto isDigitAt = [&](std::size_t i) { return i < text.size() && text[i] >= '0' && text[i] <= '9'; };
  std::size_t comma = text.find(',');
  while (comma != std::string_view::npos && !(comma > 0 && isDigitAt(comma - 1) && isDigitAt(comma + 1)))
    comma = text.find(',', comma + 1);
  if (comma == std::string_view::npos) return {DecimalSign::kPoint, std::string(text)};
  const Commas commas(text);
  return {commas.sign(), commas.withPoints()};
}

}  // namespace sepax::paste
