#include "lab/paste/elements.h"

#include "core/text.h"
#include "lab/paste/words.h"

#include <algorithm>
#include <utility>

namespace sepax::paste {

namespace {

constexpr std::size_t kMaxElements = 256;

bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

bool isNamePart(char c) {
  return (lowered(c) >= 'a' && lowered(c) <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.' ||
         c == ':';
}

/// Past the brace that closes the one at `at`; the text's size when there is none.
std::size_t behindBraces(std::string_view text, std::size_t at) {
  int nested = 0;
  for (; at < text.size(); ++at) {
    if (text[at] == '{') ++nested;
    if (text[at] == '}' && --nested == 0) return at + 1;
  }
  return at;
}

class Markup {
 public:
  Markup(std::string_view text, Sources& made_of) : text_(text), made_of_(made_of) { open_.emplace_back(); }

  Element all() {
    for (at_ = text_.find('<'); at_ < text_.size(); at_ = text_.find('<', at_)) {
      const std::size_t before = at_;
      if (text_.substr(at_).starts_with("<!--")) {
        at_ = std::min(text_.find("-->", at_), text_.size());
      } else if (text_.substr(at_).starts_with("</")) {
        at_ += 2;
        close(nameHere());
      } else {
        // "useRef<Mesh>(null)" is none.
        const bool is_generic = at_ > 0 && (isNamePart(text_[at_ - 1]) || text_[at_ - 1] == ')');
        ++at_;
        if (!is_generic) open();
      }
      at_ = std::max(at_, before + 1);
    }
    while (open_.size() > 1) closeLast();
    return std::move(open_.front().element);
  }

 private:
  struct Open {
    Element element = {};
    std::size_t content = 0;  ///< where it begins
  };

  std::string nameHere() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && isNamePart(text_[at_])) ++at_;
    return std::string(text_.substr(begin, at_ - begin));
  }

  int lineAt(std::size_t at) {
    line_ += static_cast<int>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(counted_),
                                         text_.begin() + static_cast<std::ptrdiff_t>(std::max(at, counted_)), '\n'));
    counted_ = std::max(at, counted_);
    return line_;
  }

  /// Behind its "<".
  void open() {
    Element element;
    element.line = lineAt(at_);
    element.name = nameHere();
    if (element.name.empty()) return;
    bool is_whole = false, is_empty = false;
    while (at_ < text_.size() && text_[at_] != '<' && !is_whole) {
      is_whole = text_[at_] == '>';
      is_empty = text_[at_] == '/' && at_ + 1 < text_.size() && text_[at_ + 1] == '>';
      std::string key = nameHere();
      if (!key.empty()) {
        takeAttribute(element, std::move(key));
      } else {
        at_ = text_[at_] == '{' ? behindBraces(text_, at_) : at_ + 1;  // a comment, or "{...props}"
      }
      if (is_empty) break;
    }
    const bool has_content = is_whole && open_.size() < kMaxElements;
    if (has_content) {
      open_.push_back({std::move(element), at_});
    } else {
      open_.back().element.children.push_back(std::move(element));
    }
  }

  void takeAttribute(Element& element, std::string key) {
    while (at_ < text_.size() && (isBlank(text_[at_]) || text_[at_] == '=' || text_[at_] == '\\')) ++at_;
    if (at_ >= text_.size()) return;
    const std::size_t begin = at_ + 1;
    const int line = lineAt(at_);
    const char quote = text_[at_];
    if (quote == '{') {
      at_ = behindBraces(text_, at_);
      element.attributes.push_back(
          {std::move(key), valueOf(text_.substr(begin, std::max(at_, begin + 1) - 1 - begin), begin, line)});
    } else if (quote == '"' || quote == '\'') {
      const std::size_t end = std::min(text_.find(quote, begin), text_.size());
      std::string_view text = text_.substr(begin, end - begin);
      if (text.ends_with('\\')) text.remove_suffix(1);  // in a string of C
      element.attributes.push_back({std::move(key), quotedValue(text, begin, line)});
      at_ = std::min(end + 1, text_.size());
    }
  }

  /// The value in the braces of an attribute.
  Value valueOf(std::string_view text, std::size_t offset, int line) {
    std::vector<Token> tokens = tokensOf(text);
    for (Token& token : tokens) {
      token.offset += offset;
      token.line += line - 1;
    }
    if (tokens.size() == 2 && tokens[0].isWord()) return nameValue(std::string(tokens[0].text));
    std::vector<Statement> statements = statementsOf(tokens, made_of_);
    return statements.empty() ? Value{} : std::move(statements.front().value);
  }

  /// Numbers, and in an f-string "{HALF}", as a list; anything else as a text.
  Value quotedValue(std::string_view text, std::size_t offset, int line) {
    Value value = listValue({}, line);
    std::size_t at = 0;
    while (at < text.size()) {
      std::size_t length = 1;
      if (text[at] == '{') {
        length = behindBraces(text, at) - at;
        const std::string_view inner = text.substr(at + 1, std::max<std::size_t>(length, 2) - 2);
        value.items.push_back({"", valueOf(inner.substr(0, inner.find(':')), offset + at + 1, line)});
      } else if (!isBlank(text[at]) && text[at] != ',') {
        const bool is_signed = text[at] == '-' || text[at] == '+';
        const std::size_t begin = is_signed ? at + 1 : at;
        const double number = numberAt(text.substr(begin), length);
        const std::size_t end = begin + length;
        const bool is_number = length > 0 && (end >= text.size() || isBlank(text[end]) || text[end] == ',');
        if (!is_number) {
          value.items.clear();
          value.kind = Value::Kind::kText;
          value.name = std::string(text);
          return value;
        }
        value.items.push_back({"", numberValue({text[at] == '-' ? -number : number, offset + begin})});
        length = end - at;
      }
      at += length;
    }
    value.name = std::string(text);
    return value;
  }

  void close(const std::string& name) {
    const auto found = std::ranges::find_if(open_.rbegin(), open_.rend() - 1,
                                            [&](const Open& open) { return open.element.name == name; });
    if (found == open_.rend() - 1) return;
    const std::size_t content_end = at_ - name.size() - 2;
    const auto depth = static_cast<std::size_t>(open_.rend() - found);
    while (open_.size() > depth) closeLast();
    Open& last = open_.back();
    const std::string_view content = text_.substr(last.content, content_end - last.content);
    constexpr std::size_t kMaxContent = 200;
    if (last.element.children.empty() && content.size() < kMaxContent) {
      Value value = quotedValue(content, last.content, last.element.line);
      if (value.isList() && !value.items.empty()) {
        std::string key = std::move(last.element.name);
        std::vector<NamedValue> own = std::move(last.element.attributes);
        open_.pop_back();
        for (NamedValue& item : own) open_.back().element.attributes.push_back({key + "." + item.name, item.value});
        open_.back().element.attributes.push_back({std::move(key), std::move(value)});
        return;
      }
    }
    closeLast();
  }

  void closeLast() {
    Element element = std::move(open_.back().element);
    open_.pop_back();
    open_.back().element.children.push_back(std::move(element));
  }

  std::string_view text_;
  Sources& made_of_;
  std::vector<Open> open_;
  std::size_t at_ = 0, counted_ = 0;
  int line_ = 1;
};

bool beginsSection(const std::vector<Token>& tokens, std::size_t i) {
  return tokens[i].is("[") && tokens[i].begins_line && i + 1 < tokens.size() &&
         holdsWord(" gd_scene gd_resource ext_resource sub_resource resource node connection ", tokens[i + 1].text);
}

/// The node at "Player/Arm"; where it is not, the last one on the way.
Element& nodeAt(Element& root, std::string_view path) {
  Element* node = &root;
  while (!path.empty()) {
    const std::size_t slash = std::min(path.find('/'), path.size());
    const auto child = std::ranges::find_if(
        node->children, [&](const Element& e) { return e.textOf("name") == path.substr(0, slash); });
    if (child == node->children.end()) break;
    node = &*child;
    path.remove_prefix(std::min(slash + 1, path.size()));
  }
  return *node;
}

}  // namespace

const Value* Element::find(std::string_view key) const { return findMember(attributes, key); }

std::string Element::textOf(std::string_view key) const {
  const Value* const value = find(key);
  if (value == nullptr) return {};
  return value->isNumber() ? shortestDecimal(value->number.value) : value->name;
}

Element elementsOf(std::string_view text, Sources& made_of) { return Markup(text, made_of).all(); }

bool holdsGodotScene(std::string_view text) {
  return text.find("[sub_resource type=\"") != std::string_view::npos &&
         text.find("[node name=\"") != std::string_view::npos;
}

Element godotSectionsOf(const std::vector<Token>& tokens, Sources& made_of) {
  Element root;
  std::optional<std::string> outermost;
  for (std::size_t i = 0; i < tokens.size() && tokens[i].kind != Token::Kind::kEnd;) {
    if (!beginsSection(tokens, i)) {
      ++i;
      continue;
    }
    Element section;
    section.name = std::string(tokens[i + 1].text);
    section.line = tokens[i].line;
    // "[node name="Box" type="CollisionShape3D" parent="Body"]" and the assignments below it.
    for (i += 2; i < tokens.size() && tokens[i].kind != Token::Kind::kEnd && !tokens[i].is("]"); ++i) {
      if (!tokens[i].is("=")) continue;
      Value value;
      value.kind = Value::Kind::kText;
      value.name = std::string(tokens[i + 1].text);
      value.number.offset = tokens[i + 1].offset;
      section.attributes.push_back({std::string(tokens[i - 1].text), std::move(value)});
    }
    std::size_t end = std::min(i + 1, tokens.size());
    const std::size_t begin = end;
    while (end < tokens.size() && tokens[end].kind != Token::Kind::kEnd && !beginsSection(tokens, end)) ++end;
    std::vector<Token> body(tokens.begin() + static_cast<std::ptrdiff_t>(begin),
                            tokens.begin() + static_cast<std::ptrdiff_t>(end));
    body.push_back({});
    for (Statement& statement : statementsOf(body, made_of))
      section.attributes.push_back({statement.path, std::move(statement.value)});
    i = end;
    const bool is_node = section.name == "node" && (outermost || section.find("parent") == nullptr);
    const std::string parent = section.textOf("parent");
    if (is_node && parent.empty() && !outermost) outermost = section.textOf("name");
    // A node that is pasted beside another outermost one is the parent by its own name.
    const auto has = [](const Element& e, std::string_view name) {
      return std::ranges::any_of(e.children, [&](const Element& child) { return child.textOf("name") == name; });
    };
    const std::string first = parent.substr(0, parent.find('/'));
    const bool is_beside = outermost && !has(nodeAt(root, *outermost), first) && has(root, first);
    Element& around = !is_node || parent.empty() ? root
                      : is_beside                ? nodeAt(root, parent)
                                                 : nodeAt(root, *outermost + (parent == "." ? "" : "/" + parent));
    around.children.push_back(std::move(section));
  }
  return root;
}

}  // namespace sepax::paste
