#include "lab/paste/prose_line.h"

#include "core/text.h"
#include "lab/paste/api_rows.h"
#include "lab/paste/number_groups.h"

#include <algorithm>

namespace sepax::paste {

bool isAxisName(std::string_view word) {
  return word.size() == 1 && lowered(word[0]) >= 'x' && lowered(word[0]) <= 'z';
}

char componentLetter(std::string_view word) {
  if (word.size() == 1) return lowered(word[0]);
  const std::string small = lowered(word);
  return small == "pitch" ? 'p' : small == "yaw" ? 'y' : small == "roll" ? 'r' : '\0';
}

bool isBetween(const Token& token) {
  return token.kind == Token::Kind::kSign && token.text.find_first_not_of(",;()[]{}<>=:*|~") == std::string_view::npos;
}

bool isUnit(std::string_view word) {
  for (const std::string_view unit : {"x", "m", "cm", "mm", "meters", "metres", "meter", "metre", "deg", "degrees",
                                      "degree", "degr\xC3\xA9s", "\xC2\xB0", "grad", "rad", "by", "units"}) {
    if (word == unit) return true;
  }
  return false;
}

bool isDegrees(std::string_view unit) {
  return unit.starts_with("deg") || unit == "\xC2\xB0" || lowered(unit) == "grad";
}

std::size_t ProseLine::barredRow() const {
  std::size_t open = 0;
  while (open < tokens.size() && !tokens[open].is("[")) ++open;
  std::size_t numbers = 0, before_bar = 0;
  for (std::size_t i = open + 1; i < tokens.size(); ++i) {
    if (tokens[i].is("|")) before_bar = numbers;
    if (tokens[i].isNumber()) ++numbers;
  }
  return numbers == 4 && before_bar == 3 ? open : 0;
}

bool ProseLine::beginsNumber(std::size_t i) const {
  return tokens[i].isNumber() ||
         ((tokens[i].is("-") || tokens[i].is("+")) && i + 1 < tokens.size() && tokens[i + 1].isNumber());
}

bool ProseLine::isIndexAt(std::size_t i) const {
  if (i == 0 || i + 2 >= tokens.size() || !tokens[i].is("[") || !tokens[i + 2].is("]")) return false;
  const Token &before = tokens[i - 1], &index = tokens[i + 1];
  const bool is_of_name = (before.isWord() || before.is("]")) && before.offset + before.text.size() == tokens[i].offset;
  return is_of_name && index.isNumber() && index.text.find_first_not_of("0123456789") == std::string_view::npos;
}

bool ProseLine::isRotationCall(std::size_t i) const {
  return isSignAt(i + 1, "(") && findApiRotation(tokens[i].text) != nullptr;
}

bool ProseLine::isSignAt(std::size_t i, std::string_view signs) const {
  return i < tokens.size() && tokens[i].kind == Token::Kind::kSign && tokens[i].text.size() == 1 &&
         signs.find(tokens[i].text[0]) != std::string_view::npos;
}

std::string ProseLine::keyOfTwo(std::size_t i) const {
  if (i + 1 >= tokens.size() || !tokens[i + 1].isWord() || isRotationCall(i + 1)) return {};
  const std::string both = plainKey(tokens[i].text) + plainKey(tokens[i + 1].text);
  const Role two = roleOf(both);
  const bool is_answer_by_chance = two == Role::kResult && roleOf(tokens[i].text) != two;  // "de rayon"
  return two != Role::kNone && !is_answer_by_chance && roleOf(tokens[i + 1].text) != two ? both : std::string();
}

bool ProseLine::isSideAt(std::size_t i) const {
  if (i + 3 >= tokens.size() || !tokens[i].is("=") || !tokens[i + 1].isNumber()) return false;
  const Token& next = tokens[i + 2].is(",") ? tokens[i + 3] : tokens[i + 2];
  return next.isWord() && lowered(next.text) == "h";
}

bool ProseLine::isAngleAt(std::size_t i) const {
  return is_unreal && i + 1 < tokens.size() && tokens[i].text.size() > 1 && componentLetter(tokens[i].text) != '\0' &&
         !tokens[i + 1].isWord();
}

bool ProseLine::isArgumentAt(std::size_t i) const {
  while (i > 1 && isSignAt(i - 1, "[{")) --i;
  return i > 1 && tokens[i - 1].is("(") && tokens[i - 2].isWord() &&
         tokens[i - 2].offset + tokens[i - 2].text.size() == tokens[i - 1].offset;
}

int ProseLine::labelOfNext(std::size_t i) const {
  const Token& next = tokens[i];
  if (next.isWord()) return next.text == "A" ? 1 : next.text == "B" ? 2 : 0;
  const bool ends = i + 1 >= tokens.size() || (!tokens[i + 1].isNumber() && !isUnit(lowered(tokens[i + 1].text)));
  const bool is_digit = next.isNumber() && next.text.size() == 1;
  return !ends || !is_digit ? 0 : next.text[0] == '0' ? 10 : next.text[0] - '0';
}

std::string ProseLine::unit() const {
  for (std::size_t i = 0; i + 2 < tokens.size(); ++i) {
    const std::string word = lowered(tokens[i].text);
    const bool is_key = (word == "unit" || word == "units") && (isSignAt(i + 1, ":=") || tokens[i + 1].isWord());
    const bool is_of_all = (word == "lengths" || word == "numbers" || word == "values") && tokens[i + 1].text == "in";
    std::string unit = lowered(tokens[i + 2].text);
    if ((is_key || is_of_all) && (unit == "cm" || unit == "mm")) return unit;
  }
  return {};
}

bool ProseLine::isAboutSomethingElse() const {
  const std::string first = lowered(tokens[0].text);
  if (first != "the" && first != "a" && first != "an" && first != "this" && first != "my") return false;
  for (const Token& token : tokens.subspan(1)) {
    bool ignored = false;
    const bool is_known =
        token.isWord() && token.text != "at" &&
        (roleOf(token.text) != Role::kNone || !shapeWord(token.text, ignored).empty() || bodyLabel(token.text) > 0);
    if (is_known) return false;
    if (token.isNumber()) break;
  }
  return true;
}

bool isNextLetter(Role role, const std::string& letters, char letter) {
  const std::string all = letters + letter;
  const bool is_rotation = role != Role::kPosition && role != Role::kFullSizes;
  if (role == Role::kFullSizes && all.find_first_not_of("whdl") == std::string::npos) return true;
  if (!letters.empty() && all.find_first_not_of("pyr") == std::string::npos) return true;
  return componentOf(std::string_view(&letter, 1)) >= 0 && (is_rotation || letter != 'w');
}

}  // namespace sepax::paste
