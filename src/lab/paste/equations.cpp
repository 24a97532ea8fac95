#include "lab/paste/equations.h"

#include "core/text.h"
#include "lab/paste/words.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace sepax::paste {

namespace {

constexpr std::string_view kSquareSign = "\xC2\xB2";

/// One term of a polynomial of the second degree in x, y and z.
struct Term {
  int axis = -1;  ///< 0: of x; -1: a constant
  double factor = 1;
  double shift = 0;  ///< 2 of "(x - 2)^2"
  bool is_square = false, is_shifted = false;
  Token token = {};  ///< its number, or its variable
};

/// Reads the terms of an equation one after the other.
class Terms {
 public:
  Terms(const std::vector<Token>& tokens, std::size_t at) : tokens_(tokens), at_(at) {}

  [[nodiscard]] const Token& next(std::size_t by = 0) const { return tokens_[std::min(at_ + by, tokens_.size() - 1)]; }

  [[nodiscard]] std::size_t at() const { return at_; }
  void skip() { ++at_; }

  /// "- 8x", "+ y^2", "(z + 3)^2", "25", "5^2"
  std::optional<Term> take() {
    Term term;
    const bool negates = next().is("-");
    if (negates || next().is("+")) ++at_;
    if (next().isNumber()) {
      term.token = next();
      term.factor = next().number;
      ++at_;
    }
    const bool has_bracket = next().is("(");
    if (!(has_bracket ? takeShifted(term) : takeVariable(term)) && term.token.text.empty()) return std::nullopt;
    if (negates) term.factor = -term.factor;
    return term;
  }

 private:
  /// "^2" or its sign; also a 2 alone where a page's small numbers were lost behind a bracket.
  bool takePower(bool is_lost) {
    const bool has_power = next().is("^") && next(1).number == 2;
    if (!has_power && next().text != kSquareSign && !(is_lost && next().text == "2")) return false;
    at_ += has_power ? 2 : 1;
    return true;
  }

  /// "x", "y^2", "zÂ²", "x2"; behind a number alone its power, "3^2".
  bool takeVariable(Term& term) {
    const std::string name = lowered(next().text);
    const std::string_view behind = std::string_view(name).substr(std::min<std::size_t>(1, name.size()));
    const bool is_variable = next().isWord() && name[0] >= 'x' && name[0] <= 'z' &&
                             (behind.empty() || behind == kSquareSign || behind == "2");
    if (!is_variable) {
      if (!term.token.text.empty() && takePower(false)) term.factor *= term.factor;
      return false;
    }
    term.axis = name[0] - 'x';
    if (term.token.text.empty()) term.token = next();
    ++at_;
    term.is_square = !behind.empty() || takePower(false);
    return true;
  }

  bool takeShifted(Term& term) {
    const std::string name = lowered(next(1).text);
    const bool is_variable = next(1).isWord() && name.size() == 1 && name[0] >= 'x' && name[0] <= 'z';
    const bool has_sign = next(2).is("-") || next(2).is("+");
    if (!is_variable || !has_sign || !next(3).isNumber() || !next(4).is(")")) return false;
    term.axis = name[0] - 'x';
    term.token = next(3);
    term.shift = next(2).is("-") ? next(3).number : -next(3).number;
    term.is_square = term.is_shifted = true;
    at_ += 5;
    return takePower(true);
  }

  const std::vector<Token>& tokens_;
  std::size_t at_;
};

/// "(x - 1)^2 + y^2 = 9" and "x^2 + y^2 - 2x - 8 = 0": the middle of a circle or ball and its radius.
struct Equation {
  std::vector<Token> middle;
  Token radius;
  std::size_t end = 0;  ///< behind it
};

std::optional<Equation> equationAt(const std::vector<Token>& tokens, std::size_t begin) {
  Terms terms(tokens, begin);
  double squares[3] = {}, linear[3] = {}, shifts[3] = {}, constant = 0;
  Token places[3], number;
  constexpr int kMaxTerms = 16;
  int count_of_terms = 0;
  for (double side = 1;;) {
    const auto term = terms.take();
    if (!term || ++count_of_terms > kMaxTerms) return std::nullopt;
    const double factor = side * term->factor;
    if (term->axis < 0) {
      constant += factor;
      if (term->factor != 0 || number.text.empty()) number = term->token;
    } else {
      const auto axis = static_cast<std::size_t>(term->axis);
      (term->is_square ? squares : linear)[axis] += factor;
      shifts[axis] += term->shift;
      if (!term->is_square || term->is_shifted || places[axis].text.empty()) places[axis] = term->token;
    }
    if (terms.next().is("+") || terms.next().is("-")) continue;
    if (side < 0) break;
    if (!terms.next().is("=")) return std::nullopt;
    terms.skip();
    side = -1;
  }
  const std::size_t count = squares[2] != 0 ? 3 : 2;
  if (!(squares[0] > 0) || number.text.empty() || (count == 2 && linear[2] != 0)) return std::nullopt;
  Equation out;
  out.end = terms.at();
  double square = -constant / squares[0];
  for (std::size_t axis = 0; axis < count; ++axis) {
    if (squares[axis] != squares[0] || (linear[axis] != 0 && shifts[axis] != 0)) return std::nullopt;
    const double completed = -linear[axis] / (2 * squares[0]);
    square += completed * completed;
    Token place = places[axis];
    place.kind = Token::Kind::kNumber;
    place.number = shifts[axis] + completed;
    out.middle.push_back(place);
  }
  if (!(square > 0)) return std::nullopt;
  out.radius = number;
  out.radius.kind = Token::Kind::kNumber;
  out.radius.number = std::sqrt(square);
  return out;
}

}  // namespace

void takeEquations(std::vector<Token>& tokens) {
  std::vector<Token> out;
  out.reserve(tokens.size());
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const Token& first = tokens[i].is("(") && i + 1 < tokens.size() ? tokens[i + 1] : tokens[i];
    const bool may_begin = first.isWord() && lowered(first.text[0]) == 'x' && first.text.size() < 4;
    const std::optional<Equation> equation = may_begin ? equationAt(tokens, i) : std::nullopt;
    if (!equation) {
      out.push_back(tokens[i]);
      continue;
    }
    const auto isNoun = [&](const Token& token) {
      bool ignored = false;
      return token.line == tokens[i].line && holdsAny(shapeWord(token.text, ignored), {"circle", "sphere"});
    };
    auto add = [&, is_first = true](std::string_view text, Token::Kind kind) mutable {
      Token& token = out.emplace_back(tokens[i]);
      token.begins_line = token.begins_line && std::exchange(is_first, false);
      token.text = text;
      token.kind = kind;
    };
    const auto here = tokens.begin() + static_cast<std::ptrdiff_t>(i);
    constexpr std::size_t kMaxBefore = 6;  // "the circle C has the equation"
    if (std::none_of(here - static_cast<std::ptrdiff_t>(std::min(i, kMaxBefore)), here, isNoun))
      add(equation->middle.size() == 2 ? "circle" : "sphere", Token::Kind::kWord);
    add("center", Token::Kind::kWord);
    add("(", Token::Kind::kSign);
    for (std::size_t axis = 0; axis < equation->middle.size(); ++axis) {
      if (axis > 0) add(",", Token::Kind::kSign);
      out.push_back(equation->middle[axis]);
      out.back().begins_line = false;
    }
    add(")", Token::Kind::kSign);
    add("radius", Token::Kind::kWord);
    out.push_back(equation->radius);
    out.back().begins_line = false;
    i = equation->end - 1;
  }
  tokens = std::move(out);
}

}  // namespace sepax::paste
