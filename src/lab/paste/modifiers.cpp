#include "lab/paste/modifiers.h"

#include "core/language.h"
#include "core/text.h"
#include "lab/paste/words.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>

namespace sepax::paste {

namespace {

constexpr std::string_view kModifiers =
    " moved move moves shifted shift shifts translated translate rotated rotate turned turn tilted tilt scaled slid "
    "scaling multiply multiplied stretched enlarged inflated grown lifted raised lowered pushed dropped yaw pitch roll "
    "rot xoff yoff zoff xfact "
    "yfact zfact buffer inflate dilate expand ";

constexpr std::string_view kCorrections = " edit edited update updated correction erratum ",
                           kSlips = " typo mistyped actually sorry oops ", kMaybeSlips = " meant instead ",
                           kOther = " apart away off gap about roughly distance separated tolerance ";

/// "2 m", "45 degrees"
bool isUnit(std::string_view word) { return holdsWord(" m cm mm deg degree degrees grad \xC2\xB0 ", lowered(word)); }

bool isModifier(std::string_view word) { return holdsWord(kModifiers, lowered(word)); }

/// A word that may stand between a modifier and its number: "moved to the left by 2".
bool isFiller(std::string_view word) {
  bool ignored = false;
  if (holdsWord(" to by at in on ", lowered(word))) return true;
  return roleOf(word) == Role::kNone && shapeWord(word, ignored).empty() && !isMeetingWord(word) &&
         !holdsWord(" body object shape engine version ", lowered(word));
}

class Modifiers {
 public:
  Modifiers(std::string_view text, const std::vector<Token>& tokens, const UsedNumbers& used, Places places)
      : text_(text), tokens_(tokens), is_all_by_code_(places == Places::kAllByCode), used_(used) {}

  std::vector<std::string> of(const std::vector<NumberGroup>& groups) {
    std::size_t line_begin = 0;
    for (std::size_t i = 1; i < tokens_.size(); ++i) {
      if (tokens_[i].begins_line) line_begin = i;
      if (!tokens_[i].isNumber() || isUsed(tokens_[i].offset)) continue;
      const double value = tokens_[i].number;
      const std::size_t sign = tokens_[i - 1].is("-") && i > 1 ? i - 2 : i - 1;
      const bool is_factor = tokens_[sign].is("*") || tokens_[sign].is("/");
      const bool has_more = (tokens_[sign].text == "by" || tokens_[sign].text == "x") && sign > 0 &&
                            tokens_[sign - 1].isNumber() && isUsed(tokens_[sign - 1].offset);
      const bool is_scaled = is_factor && followsScale(sign, line_begin);
      const bool has_unit = tokens_[i + 1].isWord() && !tokens_[i + 1].begins_line && isUnit(tokens_[i + 1].text) &&
                            !is_all_by_code_ && !tokens_[line_begin].is("|") && !followsAnswer(i, line_begin);
      const bool is_left = has_unit || (value != 0 && changesMember(sign, line_begin)) ||
                           (value != 1 && (is_scaled || (is_factor && sign > 0 && closesUsed(sign - 1)))) || has_more;
      if (is_left) doubt(tokens_[i].line, std::string(tokens_[i].text), std::string(tokens_[sign].text));
    }
    for (const NumberGroup& group : groups) noteGroup(group);
    noteCorrections(groups);
    return std::move(doubts_);
  }

 private:
  [[nodiscard]] bool isUsed(std::size_t offset) const { return used_.contains(offset); }

  void doubt(int line, const std::string& numbers, const std::string& word) {
    constexpr std::size_t kMaxDoubts = 6;
    if (doubts_.size() < kMaxDoubts)
      doubts_.push_back(trf("line {}: {}, behind \"{}\", may change a body", line, numbers, printableLine(word)));
  }

  /// Whether words in front of a number say that it is an answer: "at a distance of 2 m".
  [[nodiscard]] bool followsAnswer(std::size_t at, std::size_t begin) const {
    constexpr std::size_t kMaxFar = 8;
    for (std::size_t i = at; i > begin && at - i < kMaxFar; --i) {
      const Token& token = tokens_[i - 1];
      if (token.isWord() &&
          (roleOf(token.text) == Role::kResult || isMeetingWord(token.text) || holdsWord(kOther, lowered(token.text))))
        return true;
    }
    return at + 2 < tokens_.size() && holdsWord(kOther, lowered(tokens_[at + 2].text));
  }

  /// "EDIT: …" behind numbers that are used, and "its centre should be (0, 3)".
  void noteCorrections(const std::vector<NumberGroup>& groups) {
    int first = 0, last = 0;
    std::set<int> slips, maybe_slips;
    bool has_used = false;
    for (std::size_t i = 0; i + 1 < tokens_.size(); ++i) {
      const Token& token = tokens_[i];
      has_used = has_used || (token.isNumber() && isUsed(token.offset));
      const std::string word = has_used && token.isWord() ? lowered(token.text) : std::string();
      const bool is_mark =
          holdsWord(kCorrections, word) && (token.begins_line || tokens_[i - 1].begins_line || tokens_[i - 1].is("*"));
      if (holdsWord(kSlips, word)) slips.insert(token.line);
      if (holdsWord(kMaybeSlips, word)) maybe_slips.insert(token.line);
      if (is_mark && first == 0) first = last = token.line;
      if (first > 0 && token.line > last && token.line <= last + 1) last = token.line;
    }
    for (const NumberGroup& group : groups) {
      const auto hasRole = [&](Role role) {
        return std::ranges::any_of(group.words, [&](const std::string& word) { return roleOf(word) == role; });
      };
      const bool is_of_body = hasRole(Role::kPosition) || hasRole(Role::kRadius) || hasRole(Role::kFullSizes) ||
                              hasRole(Role::kHalfExtents) || hasRole(Role::kRotation) || hasRole(Role::kAngle);
      const bool should_be = group.words.size() > 2 && group.words[0] == "be" && group.words[1] == "should";
      const bool is_in_edit = (first > 0 && group.line >= first && group.line <= last) || slips.contains(group.line);
      const bool is_again =
          group.numbers.size() == 1 && std::ranges::any_of(tokens_, [&](const Token& token) {
            return token.isNumber() && isUsed(token.offset) && token.number == std::abs(group.numbers[0].value);
          });
      const bool is_answer = group.is_answer || (hasRole(Role::kResult) && !is_of_body);
      const bool has_many = group.numbers.size() > 1, is_other = is_of_body && !is_again;
      if ((is_in_edit && (has_many || !(is_answer || is_again))) ||
          (maybe_slips.contains(group.line) && (has_many || is_other)) ||
          (should_be && is_of_body && !hasRole(Role::kResult)))
        doubt(group.line, shortestDecimal(group.numbers[0].value), is_in_edit ? "EDIT" : "should be");
    }
  }

  /// "a.setScale(a.getScale() * 2)"
  [[nodiscard]] bool followsScale(std::size_t sign, std::size_t begin) const {
    return sign > begin && tokens_[sign - 1].is(")") &&
           std::any_of(tokens_.begin() + static_cast<std::ptrdiff_t>(begin),
                       tokens_.begin() + static_cast<std::ptrdiff_t>(sign),
                       [](const Token& token) { return token.isWord() && isScaleWord(token.text); });
  }

  /// Whether the bracket that closes there has a number of a body.
  [[nodiscard]] bool closesUsed(std::size_t close) const {
    if (!tokens_[close].is(")") && !tokens_[close].is("]") && !tokens_[close].is("}")) return false;
    int depth = 0;
    for (std::size_t i = close;; --i) {
      if (tokens_[i].isNumber() && isUsed(tokens_[i].offset)) return true;
      if (tokens_[i].is(")") || tokens_[i].is("]") || tokens_[i].is("}")) ++depth;
      if ((tokens_[i].is("(") || tokens_[i].is("[") || tokens_[i].is("{")) && --depth == 0) return false;
      if (i == 0) return false;
    }
  }

  /// "a.position.y +=" among the statements that have made a body, and no loop's or key's below them.
  [[nodiscard]] bool changesMember(std::size_t sign, std::size_t begin) const {
    const Token& op = tokens_[sign];
    if (!op.is("+=") && !op.is("-=") && !op.is("*=") && !op.is("/=")) return false;
    bool has_member = false;
    for (std::size_t i = begin; i < sign; ++i) {
      if (tokens_[i].is("{") || holdsWord(" if for while else when case ", lowered(tokens_[i].text))) return false;
      has_member = has_member || tokens_[i].is(".") || tokens_[i].is("->") || bodyLabel(tokens_[i].text) > 0;
    }
    return has_member && followsUsed(begin);
  }

  [[nodiscard]] std::size_t columnOf(std::size_t offset) const {
    const std::size_t end = text_.substr(0, offset).find_last_of('\n');
    const std::size_t begin = end == std::string_view::npos ? 0 : end + 1;
    return std::min(text_.find_first_not_of(" \t", begin), text_.size()) - begin;
  }

  /// Whether a line before has a number of a body, as far to the right as this one, and none between is less far.
  [[nodiscard]] bool followsUsed(std::size_t begin) const {
    const std::size_t own = columnOf(tokens_[begin].offset);
    for (std::size_t i = begin; i > 0; --i) {
      const std::size_t column = columnOf(tokens_[i - 1].offset);
      if (column < own) return false;
      if (column == own && tokens_[i - 1].isNumber() && isUsed(tokens_[i - 1].offset)) return true;
    }
    return false;
  }

  void noteGroup(const NumberGroup& group) {
    const bool is_new = std::ranges::none_of(group.numbers, [&](const PlacedNumber& n) { return isUsed(n.offset); });
    const bool is_zero = std::ranges::all_of(group.numbers, [](const PlacedNumber& n) { return n.value == 0; });
    if (!is_new || is_zero || group.is_answer || group.numbers.size() != 1) return;
    constexpr std::size_t kMaxFar = 5;
    for (std::size_t i = 0; i < std::min(group.words.size(), kMaxFar); ++i) {
      if (isModifier(group.words[i])) return doubt(group.line, shortestDecimal(group.numbers[0].value), group.words[i]);
      if (!isFiller(group.words[i])) return;
    }
  }

  std::string_view text_;
  const std::vector<Token>& tokens_;
  bool is_all_by_code_;
  const UsedNumbers& used_;
  std::vector<std::string> doubts_;
};

}  // namespace

std::vector<std::string> modifiersLeftOver(std::string_view text, const std::vector<Token>& tokens,
                                           const std::vector<NumberGroup>& groups, const UsedNumbers& used,
                                           Places places) {
  return Modifiers(text, tokens, used, places).of(groups);
}

}  // namespace sepax::paste
