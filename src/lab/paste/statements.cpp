#include "lab/paste/statements.h"

#include "lab/paste/expressions.h"
#include "lab/paste/words.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace sepax::paste {

namespace {

class Parser : Expressions {
 public:
  using Expressions::Expressions;

  std::vector<Statement> all() {
    while (now().kind != Token::Kind::kEnd) {
      const std::size_t before = at_;
      statement();
      if (at_ == before) ++at_;
    }
    return std::move(statements_);
  }

 private:
  void add(std::string path, Value value, int line, bool is_setter = false) {
    statements_.push_back({std::move(path), std::move(value), line, is_setter});
  }

  void statement() {
    // The body of a function, a class or a namespace is gone through; a type's definition without values is passed
    // over.
    if (now().is("{") && at_ > 0 && (tokens_[at_ - 1].is(")") || isBlock())) {
      ++at_;
      return;
    }
    bool is_type = false;
    while (isSkipped(now()) || now().text == "namespace") {
      is_type = is_type || now().text == "struct" || now().text == "class" || now().text == "namespace";
      ++at_;
    }
    if (const std::size_t body = is_type ? bodyOfType() : 0; body > 0) {
      at_ = body;
      if (holdsStatements()) {
        ++at_;
      } else {
        skipNested();
      }
      return;
    }
    const int line = now().line, column = now().column;
    if (now().is("(") && lldbType()) return statement();
    if (elementOfList()) return;
    if (!now().isWord()) {
      Value value = expression(0);
      if (value.kind != Value::Kind::kNothing) add({}, std::move(value), line);
      return;
    }
    Value first = expression(0);
    if (first.kind == Value::Kind::kName && declaration(first.name, line)) return;
    if (first.kind == Value::Kind::kName && now().is(":") && beginsIndented(at_ + 1, column)) {
      ++at_;
      return add(first.name, indented(), line);
    }
    finish(std::move(first), line);
  }

  /// Whether the braces here have statements in them, which end in semicolons, as behind "override" and "else".
  [[nodiscard]] bool isBlock() const {
    constexpr std::size_t kMaxTokens = 200;
    int nested = 0;
    for (std::size_t i = at_; i < std::min(tokens_.size(), at_ + kMaxTokens); ++i) {
      if (tokens_[i].is("{") || tokens_[i].is("(") || tokens_[i].is("[")) ++nested;
      if ((tokens_[i].is("}") || tokens_[i].is(")") || tokens_[i].is("]")) && --nested == 0) return false;
      if (tokens_[i].is(";") && nested == 1) return true;
    }
    return false;
  }

  /// Where the braces of the type begin whose name comes next, behind what it is derived from; 0: they do not.
  [[nodiscard]] std::size_t bodyOfType() const {
    if (now().is("{")) return at_;
    if (!now().isWord()) return 0;
    if (next().is("{")) return at_ + 1;
    static constexpr std::string_view kDerives[] = {":", "::", "<", "extends", "implements", "final"};
    if (std::ranges::find(kDerives, next().text) == std::end(kDerives)) return 0;
    constexpr std::size_t kMaxTokens = 24;
    for (std::size_t i = at_ + 1; i < std::min(tokens_.size(), at_ + kMaxTokens); ++i) {
      if (tokens_[i].is("{")) return i;
      if (tokens_[i].isNumber() || tokens_[i].is("=") || tokens_[i].is(";") || tokens_[i].is("(")) return 0;
    }
    return 0;
  }

  /// Whether the braces from here on have calls or assignments in them.
  [[nodiscard]] bool holdsStatements() const {
    int nested = 0;
    for (std::size_t i = at_; i < tokens_.size(); ++i) {
      if (tokens_[i].is("(") || tokens_[i].is("=")) return true;
      if (tokens_[i].is("{")) ++nested;
      if (tokens_[i].is("}") && --nested == 0) return false;
    }
    return false;
  }

  /// "[0].x: 1" below "corners: count 4": an element of what the last heading names.
  bool elementOfList() {
    const bool is_element = now().is("[") && next().isNumber() && next(2).is("]") && next(3).is(".") &&
                            next(4).isWord() && (next(5).is(":") || next(5).is("=")) && !heading_.empty();
    if (!is_element) return false;
    const int line = now().line;
    const std::string path = heading_ + fmtIndex(next().text) + "." + std::string(next(4).text);
    at_ += 6;
    add(path, expression(0), line);
    return true;
  }

  /// Behind a path: what is assigned to it, or inserted.
  void finish(Value target, int line) {
    if (target.kind == Value::Kind::kName && (now().is("=") || now().is(":=") || now().is(":"))) {
      const bool is_colon = now().is(":");
      ++at_;
      if (is_colon) heading_ = target.name;
      // The name of a block, whose lines follow; those of a ray are its parts.
      const bool is_block = is_colon && now().begins_line && now().isWord();
      if (is_colon && target.name.find('.') == std::string::npos)
        block_ = is_block && isMotionWord(target.name) ? target.name : std::string();
      if (is_block) return;
      // Rust's "let a: Type = value".
      if (is_colon && typeThenEquals()) ++at_;
      while (isSkipped(now())) ++at_;
      Value value = assigned();
      if (value.isNumber()) tuple(value);
      const bool is_part = !block_.empty() && !is_colon && target.name.find('.') == std::string::npos;
      const std::string path = is_part ? block_ + "." + target.name : target.name;
      if (value.kind != Value::Kind::kNothing) add(path, std::move(value), line);
      take(";");
      return;
    }
    if (target.kind == Value::Kind::kName && now().is("<<")) {
      ++at_;
      if (const std::string_view stream = lastName(target.name); stream == "cout" || stream == "cerr") return;
      Value list;
      list.kind = Value::Kind::kList;
      list.line = line;
      do {
        list.items.push_back({"", expression(0)});
      } while (take(",") || take("<<"));
      add(target.name, std::move(list), line);
      return;
    }
    // Eigen's "pose.linear() = …", "pose.matrix() << …".
    const bool is_inserted = target.isCall() && target.items.empty() && (now().is("=") || now().is("<<"));
    if (is_inserted) {
      target.kind = Value::Kind::kName;
      return finish(std::move(target), line);
    }
    if (target.isCall() && target.chain.empty()) {
      // object.method(…), and object.method(…) of what is itself no name.
      const std::size_t dot = target.name.find_last_of('.');
      if (dot != std::string::npos) {
        std::string owner = target.name.substr(0, dot);
        return add(std::move(owner), std::move(target), line, true);
      }
    }
    if (target.kind != Value::Kind::kNothing && target.kind != Value::Kind::kName) add({}, std::move(target), line);
  }

  /// Python's "position = 1, 2": numbers up to the line's end.
  void tuple(Value& first) {
    const std::size_t start = at_;
    Value list;
    list.kind = Value::Kind::kList;
    list.line = first.line;
    list.items.push_back({"", first});
    while (now().is(",") && !now().begins_line) {
      ++at_;
      Value item = expression(0);
      if (!item.isNumber()) break;
      list.items.push_back({"", std::move(item)});
    }
    const bool ends_line = now().begins_line || now().kind == Token::Kind::kEnd;
    if (ends_line && list.items.size() > 1) {
      first = std::move(list);
    } else {
      at_ = start;
    }
  }

  [[nodiscard]] bool typeThenEquals() {
    const std::size_t start = at_;
    constexpr std::size_t kMaxWords = 16;
    for (std::size_t i = at_; i < tokens_.size() && i < start + kMaxWords; ++i) {
      if (tokens_[i].isNumber() && i == start) return false;
      if (tokens_[i].is("=")) {
        at_ = i;
        return true;
      }
      if (tokens_[i].is(";") || tokens_[i].is("{") || tokens_[i].is("(") || (i > start && tokens_[i].begins_line))
        return false;
    }
    return false;
  }

  /// "Type name(args)", "Type name{args}", "Type name = value": the value gets the type's name.
  bool declaration(const std::string& type, int line) {
    bool is_one = false;
    // "Type a(1), b(2);"
    do {
      if (is_one) ++at_;
      if (!declarator(type, line)) return is_one;
      is_one = true;
    } while (now().is(",") && next().isWord() && (next(2).is("(") || next(2).is("{")));
    return true;
  }

  bool declarator(const std::string& type, int line) {
    std::size_t i = at_;
    while (i < tokens_.size() && (tokens_[i].is("*") || tokens_[i].is("&") || isSkipped(tokens_[i]))) ++i;
    if (i >= tokens_.size() || !tokens_[i].isWord()) return false;
    if (tokens_[i].begins_line) return false;
    const std::string name(tokens_[i].text);
    const Token& behind = tokens_[std::min(i + 1, tokens_.size() - 1)];
    if (!behind.is("(") && !behind.is("{") && !behind.is("=") && !behind.is("[") && !behind.is(";")) return false;
    at_ = i + 1;
    while (take("[")) {  // "name[9][3]"
      while (now().kind != Token::Kind::kEnd && !now().is("]") && !now().is(";")) ++at_;
      take("]");
    }
    Value value;
    if (now().is("=")) {
      ++at_;
      while (isSkipped(now())) ++at_;
      value = assigned();
      if (value.isList() && value.name.empty()) value.name = type;
    } else if (now().is("(") || now().is("{")) {
      value = list(now().is("(") ? ")" : "}");
      value.kind = Value::Kind::kCall;
      value.name = type;
      value = simplified(std::move(value));
    } else {
      value.kind = Value::Kind::kCall;
      value.name = type;
    }
    value.line = line;
    add(name, std::move(value), line);
    return true;
  }

  [[nodiscard]] bool isKeyAt(std::size_t i) const {
    const bool is_word = tokens_[i].isWord() || tokens_[i].kind == Token::Kind::kText;
    return is_word && tokens_[i + 1].is(":") && tokens_[i].line == tokens_[i + 1].line;
  }

  /// Whether YAML's members or items of a key in that column are on the lines from here on.
  [[nodiscard]] bool beginsIndented(std::size_t i, int column) const {
    const Token& token = tokens_[i];
    if (!token.begins_line || token.kind == Token::Kind::kEnd) return false;
    const bool is_item = token.is("-") && tokens_[i + 1].line == token.line;
    return is_item ? token.column >= column : token.column > column && isKeyAt(i);
  }

  /// YAML's items behind "-", or members, all in the column of the first.
  Value indented() {
    Value out;
    out.kind = Value::Kind::kList;
    out.line = now().line;
    const int column = now().column;
    const bool are_items = now().is("-");
    if (++depth_ > kMaxNesting) {
      while (now().kind != Token::Kind::kEnd && now().column >= column) ++at_;
    }
    while (now().column == column && (are_items ? now().is("-") : isKeyAt(at_))) {
      NamedValue item;
      if (are_items) ++at_;
      if (!are_items) item.name = std::string(now().text);
      if (!are_items) at_ += 2;
      if (are_items ? isKeyAt(at_) : beginsIndented(at_, column)) {
        item.value = indented();
      } else if (!now().begins_line) {
        item.value = assigned();
      }
      while (!now().begins_line) ++at_;
      out.items.push_back(std::move(item));
    }
    --depth_;
    return out;
  }

  std::string heading_;  ///< the last name before a colon
  std::string block_;    ///< of a ray, whose parts follow
  std::vector<Statement> statements_;
};

}  // namespace

std::vector<Statement> statementsOf(const std::vector<Token>& tokens, Sources& made_of) {
  return Parser(tokens, made_of).all();
}

}  // namespace sepax::paste
