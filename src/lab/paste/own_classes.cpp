#include "lab/paste/own_classes.h"

#include "core/text.h"
#include "lab/paste/members.h"
#include "lab/paste/words.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

namespace sepax::paste {

namespace {

constexpr std::size_t kMaxParameters = 12;

bool opens(const Token& token) { return token.is("(") || token.is("[") || token.is("{"); }
bool closes(const Token& token) { return token.is(")") || token.is("]") || token.is("}"); }

bool isClassWord(const Token& token) { return token.isWord() && holdsWord(" class struct record ", token.text); }
bool isFunctionWord(const Token& token) {
  return token.isWord() && holdsWord(" function def fn func fun ", token.text);
}

/// Names of what makes an object of its class, in the languages that do not call it as the class.
bool isConstructorWord(const Token& token) {
  return token.isWord() && holdsWord(" constructor __init__ init _init initialize new ", token.text);
}

bool hasMeaning(std::string_view name) {
  const Role role = roleOf(name);
  return isPartOfVector(name) || (role != Role::kNone && role != Role::kResult);
}

bool isVectorPart(std::string_view name) { return holdsWord(" x y z w ", name); }

bool isOfX(std::string_view name) {
  while (!name.empty() && name.back() >= '0' && name.back() <= '9') name.remove_suffix(1);
  return !name.empty() && lowered(name.back()) == 'x';
}
bool isSize(std::string_view name) {
  const Role role = roleOf(name);
  return role == Role::kRadius || role == Role::kHalfExtents || role == Role::kFullSizes || role == Role::kLength ||
         holdsWord(" r w h width height ", lowered(name));
}

using Names = std::vector<std::string_view>;

/// The classes and functions of a text and the names of what they are given.
class Definitions {
 public:
  explicit Definitions(const std::vector<Token>& tokens) : tokens_(tokens) {
    takeBrackets();
    takeMembers();
    std::string_view own;  // the class whose body is here
    for (std::size_t i = 0; i + 2 < tokens_.size(); ++i) {
      const Token &name = tokens_[i + 1], &behind = tokens_[i + 2];
      if (isClassWord(tokens_[i]) && name.isWord()) {
        own = name.text;
        if (behind.is("(")) keep(own, parametersAt(i + 2), true);  // "record Wall(int x, int y)"
        if (behind.is("{")) keep(own, fieldsAt(i + 2));
      } else if (isFunctionWord(tokens_[i]) && name.isWord() && !isConstructorWord(name)) {
        // "function Wall.new(", "def wall("
        const bool is_of_class = isDot(behind) && i + 4 < tokens_.size() && isConstructorWord(tokens_[i + 3]);
        const std::size_t open = is_of_class ? i + 4 : i + 2;
        if (!tokens_[open].is("(")) continue;
        Names names = parametersAt(open);
        if (is_of_class || isOfOneBody(names)) keep(name.text, std::move(names), is_of_class);
      } else if (tokens_[i].isWord() && name.is("(") && !own.empty()) {
        const bool is_constructor = isConstructorWord(tokens_[i]) || (tokens_[i].text == own && isDefinition(i + 1));
        if (is_constructor) keep(own, parametersAt(i + 1), true);
      }
    }
  }

  [[nodiscard]] bool isEmpty() const { return known_.empty(); }

  /// The names of the parts of a bracket that gives an object of the text's own class its values; null: it is another
  /// bracket, or has names already.
  [[nodiscard]] const Names* namesAt(std::size_t open) const {
    if (open == 0 || tokens_[open].is("[")) return nullptr;
    const std::size_t before = open - 1;
    const Names* names = nullptr;
    if (tokens_[open].is("(") && isConstructorWord(tokens_[before]) && before > 1 && isDot(tokens_[before - 1])) {
      names = find(before - 2);  // "Wall.new("
    } else if (tokens_[before].isWord()) {
      names = find(before);                                          // "Wall(", "Wall{"
      if (names == nullptr && before > 0) names = find(before - 1);  // "Wall a(", "Wall a{"
    } else if (tokens_[open].is("{") && tokens_[before].is("=") && before > 1) {
      names = find(before - 2);  // "Wall a = {"
    }
    if (names == nullptr || isDefinition(open)) return nullptr;
    const Token &first = tokens_[open + 1], &second = tokens_[std::min(open + 2, tokens_.size() - 1)];
    const bool has_names = first.isWord() && (second.is("=") || second.is(":"));
    return has_names || brackets_.at(open).parts > names->size() ? nullptr : names;
  }

 private:
  struct Definition {
    Names names;
    bool is_constructor = false;
  };

  static bool isDot(const Token& token) { return token.is(".") || token.is("::") || token.is(":"); }

  [[nodiscard]] const Names* find(std::size_t at) const {
    const bool is_defined_here = at > 0 && (isClassWord(tokens_[at - 1]) || isFunctionWord(tokens_[at - 1]));
    const auto found = tokens_[at].isWord() && !is_defined_here ? known_.find(tokens_[at].text) : known_.end();
    return found == known_.end() ? nullptr : &found->second.names;
  }

  /// Goes through the brackets once: where each closes, and how many parts it has.
  void takeBrackets() {
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      if (opens(tokens_[i])) {
        open.push_back(i);
        brackets_[i] = {tokens_.size(), 1};
      } else if (closes(tokens_[i]) && !open.empty()) {
        brackets_[open.back()].behind = i + 1;
        open.pop_back();
      } else if (tokens_[i].is(",") && !open.empty()) {
        ++brackets_[open.back()].parts;
      }
    }
  }

  /// Whether a body follows the bracket: "Wall(int x) : x(x) {", "def wall(x):"
  [[nodiscard]] bool isDefinition(std::size_t open) const {
    const std::size_t behind = tokens_[open].is("(") ? brackets_.at(open).behind : tokens_.size();
    return behind < tokens_.size() && (tokens_[behind].is("{") || tokens_[behind].is(":"));
  }

  /// The last words of the parts of a bracket, "(int x, int y)", and those in front of a type or value, "(x: float, y =
  /// 0)"; none where it holds more.
  [[nodiscard]] Names namesIn(std::size_t open, std::string_view ends, bool* is_whole) const {
    Names names;
    std::string_view name;
    bool is_named = false;
    for (std::size_t i = open + 1; i < tokens_.size() && names.size() < kMaxParameters; ++i) {
      const Token& token = tokens_[i];
      if (holdsWord(ends, token.text)) {
        if (!name.empty() && name != "self") names.push_back(name);
        name = {};
        is_named = false;
        if (closes(token)) {
          *is_whole = true;
          break;
        }
      } else if (token.is(":") || token.is("=")) {
        is_named = true;
      } else if (opens(token)) {
        break;
      } else if (token.isWord() && !is_named) {
        name = token.text;
      }
    }
    return names;
  }

  [[nodiscard]] Names parametersAt(std::size_t open) const {
    bool is_whole = false;
    Names names = namesIn(open, " , ) ", &is_whole);
    return is_whole ? names : Names();
  }

  /// "{ float x, y; float radius; }", "{ x: f32, y: f32 }": what a list in braces gives one after the other.
  [[nodiscard]] Names fieldsAt(std::size_t open) const {
    bool ignored = false;
    return namesIn(open, " , ; } ", &ignored);
  }

  /// Whether a function may make one body, or draw it: sizes and a place.
  static bool isOfOneBody(const Names& names) {
    return std::ranges::any_of(names, isSize) && std::ranges::count_if(names, isOfX) < 2;
  }

  /// Keeps what makes an object of `maker`; a constructor says more than the members.
  void keep(std::string_view maker, Names names, bool is_constructor = false) {
    for (std::string_view& name : names) {
      const bool is_letter = name.size() == 1 && !isPartOfVector(name);  // "self.radius = c"
      if (is_letter || !hasMeaning(name)) name = memberOf(name);
    }
    // "radius_start": a size that no reader knows by its name
    const auto isOtherSize = [](std::string_view name) {
      return !hasMeaning(name) && holdsAny(lowered(name), {"radius", "length", "size", "height", "width", "extent"});
    };
    if (std::ranges::any_of(names, isOtherSize)) return;
    const auto count = static_cast<std::size_t>(std::ranges::count_if(names, hasMeaning));
    if (count < 2 || 2 * count < names.size() || std::ranges::all_of(names, isVectorPart)) return;
    Definition& known = known_[maker];
    if (known.names.empty() || (is_constructor && !known.is_constructor)) known = {std::move(names), is_constructor};
  }

  /// "this.radius = a" keeps the parameter "a" as "radius", the first that says it.
  void takeMembers() {
    for (std::size_t i = 1; i + 2 < tokens_.size(); ++i) {
      const bool is_member = tokens_[i].isWord() && (tokens_[i - 1].is(".") || tokens_[i - 1].is("->"));
      if (is_member && tokens_[i + 1].is("=") && hasMeaning(tokens_[i].text))
        members_.try_emplace(tokens_[i + 2].text, tokens_[i].text);
    }
  }

  /// The member that keeps a parameter; the name itself where none does.
  [[nodiscard]] std::string_view memberOf(std::string_view name) const {
    const auto member = members_.find(name);
    return member == members_.end() ? name : member->second;
  }

  struct Bracket {
    std::size_t behind = 0, parts = 0;
  };

  const std::vector<Token>& tokens_;
  std::map<std::size_t, Bracket> brackets_;               ///< by where they open
  std::map<std::string_view, std::string_view> members_;  ///< by the parameters that they keep
  std::map<std::string_view, Definition> known_;
};

}  // namespace

void nameOwnArguments(std::vector<Token>& tokens) {
  const Definitions definitions(tokens);
  if (definitions.isEmpty()) return;
  std::vector<Token> out;
  out.reserve(tokens.size());
  struct Bracket {
    const Names* names = nullptr;  ///< null: its parts have none
    std::size_t part = 0;
  };
  std::vector<Bracket> brackets;
  bool begins_part = false;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (std::exchange(begins_part, false) && brackets.back().names != nullptr && !closes(tokens[i])) {
      Token name = tokens[i];
      name.begins_line = false;
      name.kind = Token::Kind::kWord;
      name.text = (*brackets.back().names)[brackets.back().part++];
      out.push_back(name);
      name.kind = Token::Kind::kSign;
      name.text = "=";
      out.push_back(name);
    }
    out.push_back(tokens[i]);
    if (opens(tokens[i])) {
      brackets.push_back({definitions.namesAt(i)});
    } else if (closes(tokens[i]) && !brackets.empty()) {
      brackets.pop_back();
    }
    begins_part = !brackets.empty() && (opens(tokens[i]) || tokens[i].is(","));
  }
  tokens = std::move(out);
}

}  // namespace sepax::paste
