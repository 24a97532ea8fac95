#include "lab/paste/words.h"

#include "core/name_map.h"
#include "core/text.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <optional>

namespace sepax::paste {

namespace {

Role roleIn(const ApiWords::Roles& words, std::string_view word) {
  const auto found = words.find(word);
  return found == words.end() ? Role::kNone : found->second;
}

/// The role of the longest word that fits.
template <class Fits>
Role longestIn(const ApiWords::Roles& words, const Fits& fits) {
  std::size_t length = 0;
  Role best = Role::kNone;
  for (const auto& [word, role] : words) {
    if (word.size() <= length || !fits(word)) continue;
    length = word.size();
    best = role;
  }
  return best;
}

bool isLowerLetter(char c) { return c >= 'a' && c <= 'z'; }

}  // namespace

bool holdsWord(std::string_view words, std::string_view word) {
  if (word.empty()) return false;
  for (std::size_t at = words.find(word); at != std::string_view::npos; at = words.find(word, at + 1)) {
    const std::size_t behind = at + word.size();
    if (at > 0 && words[at - 1] == ' ' && behind < words.size() && words[behind] == ' ') return true;
  }
  return false;
}

bool holdsAny(std::string_view text, std::initializer_list<std::string_view> parts) {
  return std::ranges::any_of(parts, [&](std::string_view part) { return text.find(part) != std::string_view::npos; });
}

std::string_view lastName(std::string_view path) {
  const std::size_t dot = path.find_last_of('.');
  return dot == std::string_view::npos ? path : path.substr(dot + 1);
}

std::string plainKey(std::string_view key) {
  const std::size_t dot = key.find_last_of(".>");
  if (dot != std::string_view::npos && dot + 1 < key.size()) key.remove_prefix(dot + 1);
  if (key.starts_with("m_")) key.remove_prefix(2);
  // Jolt's mPosition
  if (key.size() > 1 && key[0] == 'm' && key[1] >= 'A' && key[1] <= 'Z') key.remove_prefix(1);
  std::string out;
  for (const char c : lowered(key)) {
    if (isLowerLetter(c)) out += c;
  }
  for (const std::string_view part : {"local", "world", "relative"}) {
    if (out.size() > part.size() && out.starts_with(part)) out.erase(0, part.size());
  }
  return out;
}

namespace {

Role roleOfNewKey(std::string_view key) {
  std::string plain = plainKey(key);
  if (key == "m_Center") return Role::kResult;  // of a collider of Unity's, or of any bounds
  if (key.ends_with("ocalScale") || key.ends_with("lossyScale")) return Role::kScale;  // Unity's
  if (plain.empty()) return Role::kNone;
  const ApiWords& words = apiWords();
  if (const Role role = roleIn(words.whole, plain); role != Role::kNone) return role;
  for (const std::string& part : words.never) {
    const bool is_interface = part == "face" && plain.find("interface") != std::string::npos;
    if (plain.find(part) != std::string::npos && !is_interface) return Role::kResult;
  }
  // posA, tB: the label is no part of the word.
  if (bodyLabel(key) > 0 && plain.size() > 1) {
    const std::string_view label_left_out = std::string_view(plain).substr(0, plain.size() - 1);
    if (const Role role = roleIn(words.whole, label_left_out); role != Role::kNone) return role;
    if (const char last = plain.back(); last == 'a' || last == 'b') plain.pop_back();
  }
  if (key.ends_with("_vel") || key.ends_with("Vel")) return Role::kVelocity;            // but not "level"
  if (plain.ends_with("triangle") || plain.ends_with("rectangle")) return Role::kNone;  // which are no angles
  const Role end = longestIn(words.ends, [&](const std::string& word) { return plain.ends_with(word); });
  if (end != Role::kNone) return end;
  // "posA", "position_2", but not "PostGIS" and "possible"
  return longestIn(words.beginnings, [&](const std::string& word) {
    const std::size_t behind = lowered(key).find(word) + word.size();
    return plain.starts_with(word) && (behind >= key.size() || !isLowerLetter(key[behind]));
  });
}

}  // namespace

Role roleOf(std::string_view key) {
  // Texts say the same keys again and again.
  constexpr std::size_t kMaxKept = 4096, kMaxKey = 64;
  thread_local const ApiWords* words = nullptr;
  thread_local NameMap<std::string, Role> known;
  if (key.size() > kMaxKey) return roleOfNewKey(key);
  if (words != &apiWords() || known.size() >= kMaxKept) known.clear();
  words = &apiWords();
  const auto [place, is_new] = known.try_emplace(std::string(key), Role::kNone);
  if (is_new) place->second = roleOfNewKey(key);
  return place->second;
}

bool isMeetingWord(std::string_view word) {
  const std::string small = lowered(word);
  return std::ranges::any_of(std::initializer_list<std::string_view>{"intersect", "meet", "cross", "touch", "collide"},
                             [&](std::string_view stem) { return small.starts_with(stem); });
}

bool isFaceName(std::string_view name) {
  return holdsWord(" f faces tri tris triangles indices elements ", plainKey(name));
}

bool isMotionWord(std::string_view key) {
  const Role role = roleOf(key);
  if (role == Role::kVelocity || role == Role::kAngularVelocity || role == Role::kDirection) return true;
  const std::string plain = plainKey(key);
  const bool is_array = plain.ends_with("array");
  if (plain == "raylib" || plain == "rayon") return false;
  if (plain == "moving" || plain == "moves" || plain == "speed") return true;
  return plain.starts_with("ray") || (plain.ends_with("ray") && !is_array) ||
         plain.find("raycast") != std::string::npos;
}

bool isScaleWord(std::string_view word) {
  const std::string plain = plainKey(word);
  return holdsAny(plain, {"scale", "scaling", "multiplyscalar"}) &&
         !holdsAny(plain,
                   {"gravity", "time", "gray", "grey", "pixel", "map", "texture", "tolerance", "screen", "draw"});
}

RectanglePlace rectanglePlaceIn(std::string_view text) {
  const auto holdsSide = [&](std::string_view side) {
    for (std::size_t at = text.find(side); at != std::string_view::npos; at = text.find(side, at + 1)) {
      const std::string_view behind = text.substr(at + side.size());
      if (behind.starts_with("left") || (behind.size() > 1 && behind.substr(1).starts_with("left"))) return true;
    }
    return false;
  };
  const bool says_corner = holdsSide("top") || holdsSide("upper") || holdsSide("bottom") || holdsSide("lower") ||
                           holdsAny(text, {"left top", "left-top", "left upper", "left side", "left edge"});
  // The centre of a circle is none of a rectangle.
  const bool says_middle =
      holdsAny(text, {"center", "centre", "middle"}) && !holdsAny(text, {"circle", "radius", "ball", "sphere"});
  if (says_corner == says_middle) return RectanglePlace::kOpen;
  return says_corner ? RectanglePlace::kCorner : RectanglePlace::kMiddle;
}

std::string_view shapeWord(std::string_view word, bool& is_planar) {
  const std::string plain = plainKey(word);
  const auto& shapes = apiWords().shapes;
  auto found = shapes.find(plain);
  for (const std::string_view plural : {"s", "es"}) {  // "boxes"
    if (found == shapes.end() && plain.ends_with(plural))
      found = shapes.find(std::string_view(plain).substr(0, plain.size() - plural.size()));
  }
  if (found == shapes.end()) return {};
  is_planar = found->second.is_planar || word.ends_with("2D");
  return found->second.type;
}

void takeVersions(std::vector<Token>& tokens) {
  const auto isVersion = [](const Token& token) {
    return token.kind == Token::Kind::kText && std::ranges::count(token.text, '.') > 1 &&
           token.text.find_first_not_of("0123456789.") == std::string_view::npos;
  };
  const auto isBehindName = [&](std::size_t i) {
    bool ignored = false;
    const Token &name = tokens[i - 1], &behind = tokens[i + 1];
    const bool ends = behind.begins_line || behind.is(",") || behind.is(")") || behind.is(".") || behind.is(";");
    return ends && name.isWord() && name.text.size() > 1 && roleOf(name.text) == Role::kNone &&
           shapeWord(name.text, ignored).empty();
  };
  const auto isEnd = [&](std::size_t i) { return tokens[i].is("=") || tokens[i].is("{"); };
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (!isVersion(tokens[i])) continue;
    for (const bool goes_back : {true, false}) {
      for (std::size_t at = i; !tokens[goes_back ? at : at + 1].begins_line;) {
        goes_back ? --at : ++at;
        if (isEnd(at)) break;
        if (!tokens[at].isNumber()) continue;
        if (tokens[at].begins_line || !isBehindName(at)) break;
        tokens[at].kind = Token::Kind::kText;
      }
    }
  }
}

void takeSquares(std::vector<Token>& tokens) {
  constexpr int kDropped = -1;
  const auto isRadius = [](std::string_view word) { return word == "r" || word == "R" || lowered(word) == "radius"; };
  const auto next = [&](std::size_t i) -> const Token& { return tokens[std::min(i, tokens.size() - 1)]; };
  for (std::size_t i = 0; i + 2 < tokens.size(); ++i) {
    const std::string_view word = tokens[i].text;
    // "radius = sqrt(2)" in words
    if (word == "sqrt" && next(i + 1).is("(") && next(i + 2).isNumber() && next(i + 3).is(")") &&
        (i == 0 || !tokens[i - 1].is("."))) {
      tokens[i + 2].number = std::sqrt(tokens[i + 2].number);
      for (const std::size_t k : {i, i + 1, i + 3}) tokens[k].line = kDropped;
      continue;
    }
    if (!tokens[i].isWord() && tokens[i].kind != Token::Kind::kText) continue;
    // How many bytes of the word, and how many tokens behind it, say that it is squared.
    std::size_t bytes = 0, count = 0;
    for (const std::string_view square : {"\xC2\xB2", "Squared", "_squared", "Sq", "_sq"}) {
      if (bytes == 0 && word.ends_with(square)) bytes = square.size();
    }
    const bool is_star = next(i + 1).is("*") && next(i + 2).is("*") && next(i + 3).text == "2";
    if (next(i + 1).is("^") && next(i + 2).text == "2") count = 2;
    if (next(i + 1).text == "\xC2\xB2" || next(i + 1).text == "squared") count = 1;
    if (is_star) count = 3;
    const Token& sign = next(i + 1 + count);
    Token& value = tokens[std::min(i + 2 + count, tokens.size() - 1)];
    const bool is_twice = i > 0 && tokens[i - 1].text == "2" && !tokens[i - 1].begins_line &&
                          tokens[i - 1].offset + 1 == tokens[i].offset && sign.is("=");
    const bool is_squared = (bytes > 0) != (count > 0);
    if (!isRadius(word.substr(0, word.size() - bytes)) || is_squared == is_twice || !value.isNumber()) continue;
    if (!sign.is("=") && !sign.is(":") && !holdsWord(" is of equals ", sign.text)) continue;
    value.number = is_twice ? value.number / 2 : std::sqrt(value.number);
    tokens[i].text.remove_suffix(bytes);
    if (is_twice) tokens[i - 1].line = kDropped;
    for (std::size_t k = i + 1; k < i + 1 + count; ++k) tokens[k].line = kDropped;
  }
  std::erase_if(tokens, [](const Token& token) { return token.line == kDropped; });
}

void takePowers(std::vector<Token>& tokens) {
  for (std::size_t i = 1; i + 1 < tokens.size(); ++i) {
    // "(x1 - x2)2", where a page's small numbers were lost
    const bool is_lost = tokens[i].is(")") && tokens[i + 1].text == "2" && tokens[i].offset + 1 == tokens[i + 1].offset;
    if ((!tokens[i].is("^") && !is_lost) || !tokens[i + 1].isNumber()) continue;
    for (Token* const number : {&tokens[i - 1], &tokens[i + 1]}) {
      if (number->isNumber()) number->kind = Token::Kind::kText;
    }
  }
}

namespace {

/// The token behind "[10.35, 64.0, -3.9]", a list of `least` to `most` numbers that opens at `open`; 0: it is no list.
std::size_t behindList(const std::vector<Token>& tokens, std::size_t open, std::size_t least,
                       std::size_t most = std::string_view::npos) {
  if (open >= tokens.size() || !tokens[open].is("[")) return 0;
  std::size_t numbers = 0, end = open + 1;
  for (; end < tokens.size() && (tokens[end].isNumber() || tokens[end].is(",") || tokens[end].is("-")); ++end)
    numbers += tokens[end].isNumber() ? 1 : 0;
  const bool is_list = numbers >= least && numbers <= most && end < tokens.size() && tokens[end].is("]");
  return is_list ? end + 1 : 0;
}

}  // namespace

void joinRows(std::vector<Token>& tokens) {
  const auto behindRow = [&](std::size_t open) { return behindList(tokens, open, 3, 3); };
  std::vector<Token> out;
  out.reserve(tokens.size());
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const bool is_value = i > 0 && (tokens[i - 1].is("=") || tokens[i - 1].is(":"));
    std::size_t ends[3] = {is_value ? behindRow(i) : 0, 0, 0};
    for (std::size_t r = 1; r < 3; ++r)
      ends[r] = ends[r - 1] > 0 && tokens[ends[r - 1]].begins_line ? behindRow(ends[r - 1]) : 0;
    if (ends[2] == 0) {
      out.push_back(tokens[i]);
      continue;
    }
    Token sign = tokens[i];
    out.push_back(sign);
    for (const int line = sign.line; i < ends[2]; ++i) {
      sign.text = ",";
      if (i == ends[0] || i == ends[1]) out.push_back(sign);
      out.push_back(tokens[i]);
      out.back().begins_line = false;
      out.back().line = line;
    }
    out.push_back(tokens[--i]);
  }
  tokens = std::move(out);
}

void takeSums(std::vector<Token>& tokens) {
  const auto isSign = [](const Token& token) {
    return token.is("+") || token.is("-") || token.is("*") || token.is("/");
  };
  for (std::size_t i = 3; i + 1 < tokens.size(); ++i) {
    if (!tokens[i].is("=") && tokens[i].text != "is") continue;
    const std::size_t result = tokens[i + 1].is("-") ? i + 2 : i + 1;
    if (result >= tokens.size() || !tokens[result].isNumber()) continue;
    std::size_t begin = i, numbers = 0, signs = 0;
    while (begin > 0 && !tokens[begin].begins_line) {
      const Token& token = tokens[begin - 1];
      if (!token.isNumber() && !isSign(token) && !token.is("(") && !token.is(")")) break;
      --begin;
      numbers += token.isNumber() ? 1 : 0;
      signs += isSign(token) && begin > 0 && (tokens[begin - 1].isNumber() || tokens[begin - 1].is(")")) ? 1 : 0;
    }
    if (numbers < 2 || signs + 1 < numbers) continue;
    for (std::size_t k = begin; k <= result; ++k) {
      if (tokens[k].isNumber()) tokens[k].kind = Token::Kind::kText;
    }
  }
}

namespace {

/// One of "3i", "- j", "+ 0.5k" at `at`: its component and value; `end` is behind it.
struct Component {
  int axis = -1;
  Token number;
  std::size_t end = 0;
};

std::optional<Component> componentAt(const std::vector<Token>& tokens, std::size_t at) {
  const auto next = [&](std::size_t by) -> const Token& { return tokens[std::min(at + by, tokens.size() - 1)]; };
  const bool is_signed = next(0).is("-") || next(0).is("+");
  const Token& number = next(is_signed ? 1 : 0);
  // "3i" may be one token, or two.
  const Token& behind = next(is_signed ? 2 : 1);
  const bool is_apart = number.isNumber() && behind.isWord() && behind.text.size() == 1 &&
                        number.offset + number.text.size() == behind.offset;
  const std::string_view name = is_apart ? behind.text : number.text;
  const char letter = name.empty() ? ' ' : name.back();
  const bool is_part = letter >= 'i' && letter <= 'k' && (number.isNumber() || (number.isWord() && name.size() == 1));
  if (!is_part) return std::nullopt;
  Component out{letter - 'i', number, at + (is_signed ? 2 : 1) + (is_apart ? 1 : 0)};
  if (!number.isNumber()) out.number.number = 1;
  if (next(0).is("-")) out.number.number = -out.number.number;
  out.number.kind = Token::Kind::kNumber;
  return out;
}

}  // namespace

void takeVectors(std::vector<Token>& tokens) {
  std::vector<Token> out;
  bool has_pair = false, has_third = false;
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    const auto first = componentAt(tokens, i), second = first ? componentAt(tokens, first->end) : std::nullopt;
    const bool goes_on = second && (tokens[first->end].is("+") || tokens[first->end].is("-"));
    has_pair = has_pair || (goes_on && first->axis < second->axis);
    has_third = has_third || (goes_on && second->axis == 2);
  }
  if (!has_pair) return;
  out.reserve(tokens.size());
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const bool has_number = tokens[i].isNumber() || tokens[i].is("-") || tokens[i].is("+") || tokens[i].text == "i";
    std::vector<Component> parts;
    for (std::size_t at = i; has_number && parts.size() < 3;) {
      auto part = componentAt(tokens, at);
      const bool goes_on =
          part && (parts.empty() || (part->axis > parts.back().axis && (tokens[at].is("+") || tokens[at].is("-"))));
      if (!goes_on) break;
      at = part->end;
      parts.push_back(std::move(*part));
    }
    const bool is_alone = parts.size() == 1 && !tokens[i].isNumber() && !tokens[i].is("-");
    if (parts.empty() || is_alone) {
      out.push_back(tokens[i]);
      continue;
    }
    Token sign = tokens[i];
    sign.kind = Token::Kind::kSign;
    const bool has_bracket = !out.empty() && out.back().is("(") && tokens[parts.back().end].is(")");
    const auto addSign = [&](std::string_view text) {
      sign.text = text;
      out.push_back(sign);
      sign.begins_line = false;
    };
    if (!has_bracket) addSign("(");
    for (int axis = 0; axis < (has_third ? 3 : 2); ++axis) {
      if (axis > 0) addSign(",");
      const auto part = std::ranges::find(parts, axis, &Component::axis);
      Token number = part != parts.end() ? part->number : parts[0].number;
      if (part == parts.end()) number.number = 0;
      number.begins_line = false;
      out.push_back(number);
    }
    if (!has_bracket) addSign(")");
    i = parts.back().end - 1;
  }
  tokens = std::move(out);
}

void takeBars(std::vector<Token>& tokens) {
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (!tokens[i].is("(")) continue;
    std::size_t numbers = 0, bars = 0, end = i + 1;
    for (; end < tokens.size() && (tokens[end].isNumber() || tokens[end].is("|") || tokens[end].is("-")); ++end) {
      numbers += tokens[end].isNumber() ? 1 : 0;
      bars += tokens[end].is("|") ? 1 : 0;
    }
    if (end == tokens.size() || !tokens[end].is(")") || bars == 0 || numbers != bars + 1) continue;
    for (std::size_t k = i; k < end; ++k) {
      if (tokens[k].is("|")) tokens[k].text = ",";
    }
  }
}

void takeSpans(std::vector<Token>& tokens) {
  std::vector<Token> out;
  out.reserve(tokens.size());
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    bool ignored = false;
    const std::size_t arrow = tokens[i].isWord() ? behindList(tokens, i + 1, 2) : 0;
    const std::size_t end = arrow > 0 && tokens[arrow].is("->") ? behindList(tokens, arrow + 1, 2) : 0;
    if (end == 0 || shapeWord(tokens[i].text, ignored) != "box") {
      out.push_back(tokens[i]);
      continue;
    }
    const auto add = [&](std::string_view text, Token::Kind kind) {
      Token& token = out.emplace_back(tokens[i]);
      token.begins_line = false;
      token.text = text;
      token.kind = kind;
    };
    const bool has_name = !out.empty() && out.back().isWord() && out.back().line == tokens[i].line;
    if (has_name) {
      out.back().begins_line = true;
      add("=", Token::Kind::kSign);
    }
    add("AABB", Token::Kind::kWord);
    add("(", Token::Kind::kSign);
    for (std::size_t k = i + 1; k < end; ++k) {
      if (k == arrow)
        add(",", Token::Kind::kSign);
      else
        out.push_back(tokens[k]);
    }
    add(")", Token::Kind::kSign);
    i = end - 1;
  }
  tokens = std::move(out);
}

void takeTuples(std::vector<Token>& tokens) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    std::size_t names = 0, at = i + 1;
    while (tokens[i].is("(") && at + 1 < tokens.size() && tokens[at].isWord() && tokens[at].text.size() < 5 &&
           (tokens[at + 1].is(",") || tokens[at + 1].is(")"))) {
      ++names;
      at += 2;
    }
    const bool is_tuple = names > 1 && names < 4 && tokens[at - 1].is(")") && at + 2 < tokens.size() &&
                          tokens[at].is("=") && tokens[at + 1].is("(") &&
                          (tokens[at + 2].isNumber() || tokens[at + 2].is("-"));
    if (is_tuple) {
      const bool begins_line = tokens[i].begins_line;
      i = at + 1;
      tokens[i].begins_line = begins_line;
    }
    tokens[kept++] = tokens[i];
  }
  tokens.resize(kept);
}

void takeLines(std::vector<Token>& tokens) {
  std::vector<Token> out;
  out.reserve(tokens.size());
  std::size_t open = 0;  // where the last bracket of numbers opens in `out`, plus 1; 0: none does
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const Token& token = tokens[i];
    out.push_back(token);
    const bool goes_on = token.isNumber() || token.is(",") || token.is("-");
    if (token.is("(")) open = out.size();
    if (open > 0 && token.is(")") && i + 4 < tokens.size()) {
      const bool has_sign = tokens[i + 3].is("*");
      const bool is_line = tokens[i + 1].is("+") && tokens[i + 2].isWord() && tokens[i + 2].text.size() <= 2 &&
                           tokens[i + (has_sign ? 4 : 3)].is("(") && out.size() > open + 1;
      if (is_line) {
        Token from = out[open - 1];
        from.kind = Token::Kind::kWord;
        from.text = "from";
        out[open - 1].begins_line = false;
        out.insert(out.begin() + static_cast<std::ptrdiff_t>(open) - 1, from);
        out.push_back(tokens[i + 2]);
        out.back().text = "direction";
        i += has_sign ? 3 : 2;
      }
    }
    if (!goes_on && !token.is("(")) open = 0;
  }
  tokens = std::move(out);
}

std::set<std::size_t> takeUnits(std::vector<Token>& tokens) {
  struct Unit {
    std::string_view words;
    double metres;
  };
  static constexpr Unit kUnits[] = {{" m meter meters metre metres ", 1},
                                    {" cm centimeter centimeters centimetre centimetres zentimeter ", 0.01},
                                    {" mm millimeter millimeters millimetre millimetres ", 0.001},
                                    {" km ", 1000},
                                    {" inch inches ", 0.0254},
                                    {" ft feet foot ", 0.3048}};
  std::map<std::size_t, double> measured;  // tokens and their units
  std::set<double> units;
  for (std::size_t i = 1; i < tokens.size(); ++i) {
    const auto unit = std::ranges::find_if(kUnits, [&](const Unit& u) {
      return tokens[i].isWord() && !tokens[i].begins_line && holdsWord(u.words, tokens[i].text);
    });
    std::size_t at = i - 1;
    if (unit == std::end(kUnits) || (!tokens[at].isNumber() && !tokens[at].is(")") && !tokens[at].is("]"))) continue;
    // "2 x 1 x 0.5 m", "(1, 0, 2) m"
    const bool is_bracket = !tokens[at].isNumber();
    for (at = is_bracket ? at - 1 : at;; --at) {
      const bool goes_on = tokens[at].is(",") || tokens[at].is("-") || holdsWord(" x by ", tokens[at].text);
      if (measured.contains(at) || (!tokens[at].isNumber() && !goes_on)) break;
      if (tokens[at].isNumber()) {
        measured.emplace(at, unit->metres);
        units.insert(unit->metres);
      }
      if (at == 0) break;
    }
  }
  std::set<std::size_t> out;
  if (units.empty() || units == std::set<double>{1}) return out;
  for (const auto& [at, metres] : measured) {
    out.insert(tokens[at].offset);
    if (units.size() > 1) tokens[at].number *= metres;
  }
  return out;
}

void joinHyphens(std::vector<Token>& tokens, std::string_view text) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    Token token = tokens[i];
    if (i + 2 < tokens.size() && token.isWord() && tokens[i + 1].is("-") && tokens[i + 2].isWord()) {
      const std::size_t end = tokens[i + 2].offset + tokens[i + 2].text.size();
      const std::size_t length = token.text.size() + 1 + tokens[i + 2].text.size();
      const std::string_view whole = text.substr(token.offset, length);
      const bool touch = end - token.offset == length && lowered(token.text) == "half";
      if (touch && roleOf(whole) != Role::kNone) {
        token.text = whole;
        i += 2;
      }
    }
    tokens[kept++] = token;
  }
  tokens.resize(kept);
}

int bodyLabel(std::string_view name) {
  if (name.starts_with("$")) return 0;  // gdb's history
  while (!name.empty() && (name.back() == '_' || name.back() == ']')) name.remove_suffix(1);
  if (name.empty()) return 0;
  const char last = name.back();
  if (last >= '1' && last <= '9') return last - '0';
  if (last == '0') return 10;
  const bool is_alone = name.size() == 1 || name[name.size() - 2] == '_' || name[name.size() - 2] == ' ';
  const bool is_capital_end = name.size() > 1 && isLowerLetter(name[name.size() - 2]) && (last == 'A' || last == 'B');
  if (is_alone || is_capital_end) {
    if (last == 'A' || last == 'a') return 1;
    if (last == 'B' || last == 'b') return 2;
  }
  return 0;
}

}  // namespace sepax::paste
