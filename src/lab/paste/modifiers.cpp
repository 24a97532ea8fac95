#include "lab/paste/modifiers.h"

#include "core/language.h"
#include "core/text.h"
#include "lab/paste/words.h"

#include <algorithm>
#include <string_view>

namespace sepax::paste {

namespace {

constexpr std::string_view kModifiers =
    " moved move moves shifted shift shifts translated translate rotated rotate turned turn tilted tilt scaled slid "
    "stretched enlarged inflated grown lifted raised lowered pushed dropped yaw pitch roll rot xoff yoff zoff xfact "
    "yfact zfact ";

bool isModifier(std::string_view word) { return holdsWord(kModifiers, lowered(word)); }

/// What may stand between them and their numbers: "moved to the left by 2".
bool isFiller(std::string_view word) {
  return holdsWord(
      " by to the a an its left right up down upwards downwards forward back about around along in on x y z axis "
      "further another then is of angle clockwise counterclockwise and only just around over ",
      lowered(word));
}

class Modifiers {
 public:
  Modifiers(std::string_view text, const std::vector<Token>& tokens, const UsedNumbers& used)
      : text_(text), tokens_(tokens), used_(used) {}

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
      const bool is_left = (value != 0 && changesMember(sign, line_begin)) ||
                           (value != 1 && (is_scaled || (is_factor && sign > 0 && closesUsed(sign - 1)))) || has_more;
      if (is_left) doubt(tokens_[i].line, std::string(tokens_[i].text), std::string(tokens_[sign].text));
    }
    for (const NumberGroup& group : groups) noteGroup(group);
    return std::move(doubts_);
  }

 private:
  [[nodiscard]] bool isUsed(std::size_t offset) const { return used_.contains(offset); }

  void doubt(int line, const std::string& numbers, const std::string& word) {
    constexpr std::size_t kMaxDoubts = 6;
    if (doubts_.size() < kMaxDoubts)
      doubts_.push_back(trf("line {}: {}, behind \"{}\", may change a body", line, numbers, printableLine(word)));
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
    if (!is_new || is_zero || group.is_answer) return;
    for (const std::string& word : group.words) {
      if (isModifier(word)) return doubt(group.line, shortestDecimal(group.numbers[0].value), word);
      if (!isFiller(word)) return;
    }
  }

  std::string_view text_;
  const std::vector<Token>& tokens_;
  const UsedNumbers& used_;
  std::vector<std::string> doubts_;
};

}  // namespace

std::vector<std::string> modifiersLeftOver(std::string_view text, const std::vector<Token>& tokens,
                                           const std::vector<NumberGroup>& groups, const UsedNumbers& used) {
  return Modifiers(text, tokens, used).of(groups);
}

}  // namespace sepax::paste
