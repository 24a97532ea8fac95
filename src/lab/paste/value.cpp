#include "lab/paste/value.h"

#include "core/text.h"
#include "geom/portable_math.h"
#include "lab/paste/words.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace sepax::paste {

namespace {

constexpr std::string_view kSkippedWords =
    " new const constexpr static let var mut final auto return public readonly inline private unsafe await struct "
    "class "
    "delete val global ";

/// Rust's vector![…], vec![…]
/// Calls that make a list of what they are given, in Java, Kotlin and Scala.
constexpr std::string_view kCollections = " List Array Vector Seq WrappedArray ArrayBuffer listOf arrayOf asList of ";
constexpr std::string_view kListMacros = " vector point vec Float32 Float64 Vec SVector ";

struct Constant {
  std::string_view names;
  double value;
};
constexpr Constant kConstants[] = {
    {" pi m_pi pxpi simd_pi jph_pi b2_pi b3_pi xm_pi ", std::numbers::pi},
    {" pxhalfpi simd_half_pi m_pi_2 frac_pi_2 half_pi xm_pidiv2 ", std::numbers::pi / 2},
    {" m_pi_4 frac_pi_4 xm_pidiv4 ", std::numbers::pi / 4},
    {" frac_pi_3 ", std::numbers::pi / 3},
    {" frac_pi_6 ", std::numbers::pi / 6},
    {" tau ", 2 * std::numbers::pi},
    {" deg2rad ", std::numbers::pi / 180},
};

struct NumberFunction {
  std::string_view names;
  double (*apply)(double);
};
constexpr NumberFunction kNumberFunctions[] = {
    {" Rad ", [](double v) { return v; }},  // cgmath's; Lua's and Julia's "rad" takes degrees
    {" deg rad deg2rad btradians radians degtorad deg_to_rad degtorads toradian toradians to_radians degreestoradians "
     "fromdegrees from_degrees degreetoradian xmconverttoradians ",
     [](double v) { return v * std::numbers::pi / 180; }},
    {" sqrt ", [](double v) { return std::sqrt(v); }},
    {" sqrtf ", [](double v) { return static_cast<double>(std::sqrt(static_cast<float>(v))); }},
    {" sin sinf ", [](double v) { return portable::sin(v); }},
    {" cos cosf ", [](double v) { return portable::cos(v); }},
    {" float float32 ", [](double v) { return static_cast<double>(static_cast<float>(v)); }},
    {" double real btscalar pxreal s ", [](double v) { return v; }},
};

struct TwoNumberFunction {
  std::string_view name;  ///< as path() joins it: "max(1, 2)" alone may be a corner
  double (*apply)(double, double);
};
constexpr double greater(double a, double b) { return a < b ? b : a; }
constexpr double lesser(double a, double b) { return b < a ? b : a; }
constexpr TwoNumberFunction kTwoNumberFunctions[] = {
    {"std.max", greater},  {"std.fmax", greater},  {"fmax", greater},    {"fmaxf", greater},
    {"math.max", greater}, {"mathf.max", greater}, {"std.min", lesser},  {"std.fmin", lesser},
    {"fmin", lesser},      {"fminf", lesser},      {"math.min", lesser}, {"mathf.min", lesser},
};

/// Templates that make or give what their argument names: std::make_shared, Unity's AddComponent, Unreal's NewObject.
bool isMaker(std::string_view name) {
  return name.starts_with("make_") || name == "AddComponent" || name == "GetComponent" ||
         name == "CreateDefaultSubobject" || name == "NewObject";
}

bool isOneOf(const Token& token, std::string_view signs) {
  return token.kind == Token::Kind::kSign && token.text.size() == 1 && signs.find(token.text[0]) != signs.npos;
}

bool isSkipped(const Token& token) { return token.isWord() && holdsWord(kSkippedWords, token.text); }

/// A sum or product keeps the place of one number that it was made of; the other one is noted.
Value combined(Value a, char sign, Value b, Sources& made_of) {
  if (a.isNumber() && b.isNumber()) {
    const double x = a.number.value, y = b.number.value;
    const double value = sign == '+' ? x + y : sign == '-' ? x - y : sign == '*' ? x * y : x / y;
    noteSource(made_of, a.number, b.number);
    return numberValue({value, a.number.offset != Number::kNowhere ? a.number.offset : b.number.offset}, a.line);
  }
  // The reader of values knows products of vectors, transforms and names.
  for (const Value* value : {&a, &b}) {
    if (value->kind == Value::Kind::kNothing || value->kind == Value::Kind::kText) return {};
  }
  const int line = a.line;
  std::vector<NamedValue> operands(2);
  operands[0].value = std::move(a);
  operands[1].value = std::move(b);
  return productOf(std::move(operands), line, std::string_view(&sign, 1));
}

class Parser {
 public:
  Parser(const std::vector<Token>& tokens, Sources& made_of) : tokens_(tokens), made_of_(made_of) {}

  std::vector<Statement> all() {
    while (now().kind != Token::Kind::kEnd) {
      const std::size_t before = at_;
      statement();
      if (at_ == before) ++at_;
    }
    return std::move(statements_);
  }

 private:
  [[nodiscard]] const Token& now() const { return tokens_[at_]; }
  [[nodiscard]] const Token& next(std::size_t by = 1) const { return tokens_[std::min(at_ + by, tokens_.size() - 1)]; }
  bool take(std::string_view sign) {
    if (!now().is(sign)) return false;
    ++at_;
    return true;
  }

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
    const int line = now().line;
    if (now().is("(") && lldbType()) return statement();
    if (elementOfList() || unpacking()) return;
    if (!now().isWord()) {
      Value value = expression(0);
      if (value.kind != Value::Kind::kNothing) add({}, std::move(value), line);
      return;
    }
    Value first = expression(0);
    if (first.kind == Value::Kind::kName && declaration(first.name, line)) return;
    finish(std::move(first), line);
  }

  /// Whether the braces here have statements in them, which end in semicolons, as behind "override" and "else".
  [[nodiscard]] bool isBlock() const {
    constexpr std::size_t kMaxTokens = 200;
    int nested = 0;
    for (std::size_t i = at_; i < std::min(tokens_.size(), at_ + kMaxTokens); ++i) {
      if (isOneOf(tokens_[i], "({[")) ++nested;
      if (isOneOf(tokens_[i], ")}]") && --nested == 0) return false;
      if (tokens_[i].is(";") && nested == 1) return true;
    }
    return false;
  }

  /// Where the braces of the type begin whose name comes next, behind what it is derived from; 0: they do not.
  [[nodiscard]] std::size_t bodyOfType() const {
    if (!now().is("{") && !holdsWord(" { : :: < extends implements final ", next().text)) return 0;
    constexpr std::size_t kMaxTokens = 24;
    for (std::size_t i = at_; i < std::min(tokens_.size(), at_ + kMaxTokens); ++i) {
      if (tokens_[i].is("{")) return i;
      if (tokens_[i].isNumber() || isOneOf(tokens_[i], "=;(")) return 0;
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

  /// lldb writes "(btVector3) m_origin = {".
  bool lldbType() {
    std::size_t end = at_ + 1;
    constexpr std::size_t kMaxWords = 12;
    while (end < tokens_.size() && end < at_ + kMaxWords && !tokens_[end].is(")") && !tokens_[end].isNumber()) ++end;
    if (end + 2 >= tokens_.size() || !tokens_[end].is(")") || !tokens_[end + 1].isWord() || !tokens_[end + 2].is("="))
      return false;
    at_ = end + 1;
    return true;
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
      const bool is_motion = isMotionWord(target.name);
      const bool is_block = is_colon && now().isWord() && (now().begins_line || (is_motion && next().is("=")));
      if (is_colon && target.name.find('.') == std::string::npos)
        block_ = is_block && is_motion ? target.name : std::string();
      if (is_block) return;
      // Rust's "let a: Type = value".
      if (is_colon && typeThenEquals()) ++at_;
      while (isSkipped(now())) ++at_;
      Value value = assigned();
      if (value.isNumber()) numbersBehind(value);
      const bool is_part = !block_.empty() && !is_colon && target.name.find('.') == std::string::npos;
      const std::string path = is_part ? block_ + "." + target.name : target.name;
      if (value.kind != Value::Kind::kNothing) {
        add(path, std::move(value), line);
        statements_.back().has_colon = is_colon;
        cascade(path);
      }
      take(";");
      return;
    }
    if (target.kind == Value::Kind::kName && now().is("<<")) {
      ++at_;
      if (const std::string_view stream = lastName(target.name); stream == "cout" || stream == "cerr") return;
      Value list = listValue({}, line);
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
    target = movedShape(std::move(target));
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

  /// OpenSCAD's "translate([1, 2, 3]) rotate([0, 0, 45]) cube(2);": what moves a shape is in front of it.
  Value movedShape(Value mover) {
    const bool is_mover =
        mover.isCall() && holdsWord(" translate rotate ", mover.name) && mover.chain.empty() &&
        (mover.items.size() == 1 ? mover.items[0].value.isList() : mover.name == "rotate" && mover.items.size() == 2);
    if (!is_mover || !now().isWord() || !next().is("(")) return mover;
    Value shape = movedShape(expression(0));
    const bool turns_place = mover.name == "rotate" && !shape.chain.empty() && shape.chain.back().name == "translate";
    if (turns_place || !shape.isCall()) {
      add({}, std::move(mover), shape.line);
    } else {
      shape.chain.push_back(std::move(mover));
    }
    return shape;
  }

  /// Dart's "Circle()..radius = 2 ..position.setValues(1, 2)": of what was made just now.
  void cascade(const std::string& owner) {
    while (now().is(".") && next().is(".") && next(2).isWord()) {
      at_ += 2;
      const int line = now().line;
      const std::string path = owner + "." + this->path();
      if (take("=")) {
        add(path, assigned(), line);
      } else if (now().is("(")) {
        Value call = callOf(path, line, ")");
        add(path.substr(0, path.find_last_of('.')), std::move(call), line, true);
      }
    }
  }

  /// Python's "x, y = 1, 2" and "(x, y), r = (1, 2), 3", Rust's "(a, b) = …", JavaScript's "[a, b] = …": each name
  /// gets its own part.
  bool unpacking() {
    constexpr std::size_t kMaxTokens = 64;
    std::size_t end = at_, words = 0;
    for (; end < std::min(tokens_.size(), at_ + kMaxTokens) && !tokens_[end].is("="); ++end) {
      const Token& token = tokens_[end];
      const bool follows_word = end > at_ && tokens_[end - 1].isWord(), opens = token.is("(") || token.is("[");
      const bool fits = token.isWord() || opens || token.is(",") || token.is(")") || token.is("]");
      const bool goes_on = follows_word && (token.isWord() || opens);  // a declaration, or a call
      if (!fits || goes_on || (end > at_ && token.begins_line)) return false;
      words += token.isWord() ? 1 : 0;
    }
    if (words < 2 || end + 1 >= tokens_.size() || !tokens_[end].is("=") || tokens_[end + 1].is("=")) return false;
    const Value targets = tuple();
    if (!take("=")) return false;
    const bool was_value = std::exchange(is_value_, true);
    unpack(targets, tuple());
    is_value_ = was_value;
    take(";");
    return true;
  }

  /// Values up to the line's end that commas part; one alone is itself.
  Value tuple() {
    Value list = listValue({}, now().line);
    do {
      list.items.push_back({"", expression(0)});
    } while (now().is(",") && !next().begins_line && take(","));
    return list.items.size() == 1 ? Value(list.items[0].value) : list;
  }

  void unpack(const Value& target, Value value) {
    if (target.kind == Value::Kind::kName && value.kind != Value::Kind::kNothing)
      return add(target.name, std::move(value), target.line);
    if (!target.isList() || !value.isList() || target.items.size() != value.items.size()) return;
    for (std::size_t i = 0; i < target.items.size(); ++i)
      unpack(target.items[i].value, std::move(value.items[i].value));
  }

  /// Python's "position = 1, 2": numbers up to the line's end.
  void numbersBehind(Value& first) {
    const std::size_t start = at_;
    Value list = listValue({{"", first}}, first.line);
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
      if (isOneOf(tokens_[i], ";{(") || (i > start && tokens_[i].begins_line)) return false;
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
    while (!tokens_[i].begins_line && (isOneOf(tokens_[i], "*&") || isSkipped(tokens_[i]))) ++i;
    if (!tokens_[i].isWord() || tokens_[i].begins_line || !isOneOf(tokens_[i + 1], "({=[;")) return false;
    const std::string name(tokens_[i].text);
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
      value = simplified(callOf(type, line, now().is("(") ? ")" : "}"));
    } else {
      value = callValue(type, line);
    }
    value.line = line;
    add(name, std::move(value), line);
    return true;
  }

  /// Numbers and products of them; everything else passes through.
  Value expression(int rank) {
    if (++depth_ > kMaxNesting) {
      --depth_;
      skipNested();
      return {};
    }
    Value left = unary();
    std::size_t nested = 0;
    while (true) {
      const bool is_sum = now().is("+") || now().is("-");
      const bool is_product =
          now().is("*") || now().is("/") || (now().is("@") && !now().begins_line);  // numpy's product of matrices
      if ((!is_sum && !is_product) || (is_sum && rank > 0)) break;
      // "Type *name" is no product, "f(a * a)" and "r*2" are.
      const bool is_spaced = depth_ > 1 && hasBlankBefore() && now().offset + 1 < next().offset;
      if (left.kind == Value::Kind::kName && now().is("*") && !next().isNumber() && !is_value_ && !is_spaced) break;
      const bool are_numbers = left.isNumber() && next().isNumber();  // "(0.5 -0.25 1)"
      if (is_sum && (in_brackets_ || are_numbers) && beginsNumber()) break;
      if (left.kind == Value::Kind::kNothing) break;
      // A list's mark, or "**bold**" of Markdown
      const bool is_mark = now().is("*") && (depth_ == 1 || next().is("*"));
      if (now().begins_line && (is_sum || is_mark)) break;
      const char sign = now().is("@") ? '*' : now().text[0];
      ++at_;
      Value right = expression(is_sum ? 1 : 2);
      // Each sum of names lies in the next one: "x + x + x + …" is not kept.
      nested += left.isNumber() && right.isNumber() ? 0 : 1;
      left = nested > kMaxFactors ? Value{} : combined(std::move(left), sign, std::move(right), made_of_);
      if (rank == 2) break;
    }
    --depth_;
    return left;
  }

  /// "[1 -1]" of Matlab and numpy: a sign behind a blank and without one begins the next number.
  [[nodiscard]] bool beginsNumber() const { return hasBlankBefore() && now().offset + 1 == next().offset; }

  [[nodiscard]] bool hasBlankBefore() const {
    return at_ > 0 && tokens_[at_ - 1].offset + tokens_[at_ - 1].text.size() < now().offset;
  }

  /// The value that is assigned or belongs to a name, where "a * b" is a product.
  Value assigned() {
    const bool was_value = std::exchange(is_value_, true);
    Value value = expression(0);
    if (!now().begins_line) value = movedShape(std::move(value));
    is_value_ = was_value;
    return value;
  }

  Value unary() {
    const int line = now().line;
    if (now().is("-") || now().is("+")) {
      const bool negates = now().is("-"), touches = !now().begins_line && now().offset + 1 == next().offset;
      ++at_;
      Value value = postfix();
      const bool is_negative = negates && (value.kind == Value::Kind::kName || (touches && value.isCall()));
      if (is_negative) return productOf({{"", numberValue({}, line)}, {"", value}}, line, kDifference);
      if (!value.isNumber()) return value;
      return numberValue({negates ? -value.number.value : value.number.value, value.number.offset}, line);
    }
    while (now().is("&") || now().is("*") || isSkipped(now())) ++at_;
    return postfix();
  }

  Value primary() {
    const Token& token = now();
    Value value;
    value.line = token.line;
    if (token.isNumber()) {
      ++at_;
      return numberValue({token.number, token.offset}, token.line);
    }
    if (token.kind == Token::Kind::kText) {
      ++at_;
      value.kind = Value::Kind::kText;
      value.number.offset = token.offset;
      value.name = std::string(token.text);
      return value;
    }
    if (token.is("(")) return list(")");
    if (token.is("[")) return list("]");
    if (token.is("{")) return list("}");
    const bool opens_vector = token.is("<") && at_ > 0 && (tokens_[at_ - 1].is("=") || tokens_[at_ - 1].is(":")) &&
                              (next().isNumber() || next().is("-"));  // "P0 = <1, 0, 2>"
    if (opens_vector) return list(">");
    if (!token.isWord()) return value;
    value.kind = Value::Kind::kName;
    value.name = path();
    return value;
  }

  /// "a::b", "a.b", with template arguments left out; of make_shared<T> and its like it is T.
  std::string path() {
    std::string out(now().text);
    ++at_;
    while (true) {
      if (now().is("<")) {
        const std::string inner = templateArguments();
        if (inner.empty()) break;
        if (isMaker(lastName(out))) out = inner;
      } else if ((now().is("::") || now().is("->") || now().is(".")) && next().isWord() && !next().begins_line) {
        ++at_;
        out += '.';
        out += now().text;
        ++at_;
      } else if (now().is("::") && next().is("<")) {
        ++at_;
      } else if (now().is("!") && (next().is("[") || next().is("("))) {  // Rust's macros
        ++at_;
      } else if (const std::string_view index = takeIndex(); !index.empty()) {
        out += fmtIndex(index);
      } else {
        break;
      }
    }
    return out;
  }

  /// "[2]", "[SolidPrimitive::BOX_X]": the index, behind which it goes on. Empty: it is another bracket.
  std::string_view takeIndex() {
    if (!now().is("[") || now().begins_line) return {};
    std::size_t i = 1;
    while (next(i).isWord() && (next(i + 1).is("::") || next(i + 1).is("."))) i += 2;
    const std::string_view index = next(i).isNumber() ? next(i).text : componentOfRos(next(i).text);
    if (index.empty() || !next(i + 1).is("]")) return {};
    at_ += i + 2;
    return index;
  }

  /// The index that a name of shape_msgs/SolidPrimitive stands for.
  static std::string_view componentOfRos(std::string_view name) {
    if (holdsWord(" BOX_X SPHERE_RADIUS CYLINDER_HEIGHT CONE_HEIGHT ", name)) return "0";
    if (holdsWord(" BOX_Y CYLINDER_RADIUS CONE_RADIUS ", name)) return "1";
    return name == "BOX_Z" ? "2" : "";
  }

  static std::string fmtIndex(std::string_view digits) { return "[" + std::string(digits) + "]"; }

  /// Skips "<…>" where it is one and a call, name or scope follows; its first word.
  std::string templateArguments() {
    constexpr std::size_t kMaxTokens = 24;
    int nested = 0;
    std::string first;
    for (std::size_t i = at_; i < tokens_.size() && i < at_ + kMaxTokens; ++i) {
      const Token& token = tokens_[i];
      if (token.is("<")) ++nested;
      if (token.isWord() && nested == 1) first += (first.empty() ? "" : ".") + std::string(token.text);
      if (isOneOf(token, ";{(=")) return {};
      if (!token.is(">") || --nested > 0) continue;
      const Token& behind = tokens_[std::min(i + 1, tokens_.size() - 1)];
      if (!behind.isWord() && !behind.is("::") && !isOneOf(behind, "({&*")) return {};
      at_ = i + 1;
      return first.empty() ? "?" : first;
    }
    return {};
  }

  /// Julia's "Vec{3, Float32}(": what stands in such braces is no value.
  void skipTypeBraces() {
    constexpr std::size_t kMaxTokens = 8;
    for (std::size_t i = at_ + 1; i + 1 < tokens_.size() && i < at_ + kMaxTokens; ++i) {
      if (tokens_[i].is("}") && (tokens_[i + 1].is("(") || tokens_[i + 1].is("["))) at_ = i + 1;
      if (!tokens_[i].isWord() && !tokens_[i].isNumber() && !tokens_[i].is(",")) return;
    }
  }

  /// A call whose arguments come next.
  Value callOf(const std::string& name, int line, std::string_view closing) {
    Value call = list(closing);
    const bool is_collection = holdsWord(kCollections, lastName(name)) && call.items.size() > 1 &&
                               std::ranges::all_of(call.items, [](const NamedValue& item) {
                                 return item.name.empty() && (item.value.isCall() || item.value.isList());
                               });
    if (is_collection) return call;
    call.kind = Value::Kind::kCall;
    call.name = name;
    call.line = line;
    return call;
  }

  /// "Ball[{5, 1, 2}, 3]", "RegionDisjoint[Ball[{5, 1, 2}, 3], …]"
  [[nodiscard]] bool opensMathematicaCall(const Value& name) const {
    const bool is_name = name.kind == Value::Kind::kName && name.name[0] >= 'A' && name.name[0] <= 'Z';
    if (!is_name || !now().is("[") || hasBlankBefore()) return false;
    return next().is("{") || (next().isWord() && next(2).is("[") && next(3).is("{"));
  }

  Value postfix() {
    Value value = primary();
    while (true) {
      const bool callable = value.kind == Value::Kind::kName;
      if (callable && now().is("{") && !now().begins_line) skipTypeBraces();
      if (callable && !now().begins_line && partOfMatrix(value.name)) break;
      if (now().is("(") && callable && !now().begins_line) {
        value = simplified(callOf(value.name, value.line, ")"));
        if (now().is("{") && !now().begins_line) break;
      } else if (now().is("{") && callable && !now().begins_line && looksLikeValue()) {
        value = callOf(value.name, value.line, "}");
      } else if (now().is("[") && callable && holdsWord(kListMacros, lastName(value.name))) {
        value = list("]");
      } else if (now().is("[") && callable && printsVector(value.name)) {
        value = callOf(value.name, value.line, "]");
      } else if (opensMathematicaCall(value)) {
        value = callOf(value.name, value.line, "]");
      } else if (now().is("[") && callable && in_brackets_ && hasBlankBefore()) {
        break;  // Matlab's "[R [1; 2; 3]]"
      } else if (now().is("[") && callable && !now().begins_line) {
        // numpy.array([…]) has no such; an index that is no number, or a list behind a name.
        skipNested();
      } else if ((now().is(".") || now().is("->")) && next().isWord() && !next().begins_line &&
                 value.kind != Value::Kind::kNothing) {
        at_ += 1;
        const std::string method(now().text);
        const int line = now().line;
        ++at_;
        if (now().is("<")) static_cast<void>(templateArguments());
        if (!now().is("(")) continue;
        Value call = callOf(method, line, ")");
        if (value.isNumber() && call.items.empty()) {  // Rust's "90.0.to_radians()"
          call.items.push_back({"", value});
          if (const Value number = simplified(call); number.isNumber()) value = number;
          continue;
        }
        value.chain.push_back(std::move(call));
      } else if (value.isList() && value.items.size() == 1 && value.items[0].value.isNumber() && now().is("{") &&
                 !now().begins_line) {
        value = primary();  // Visual Studio's "[4]{1, 2, 3, 4}"
      } else if (value.isList() && value.items.size() == 1 && value.items[0].value.kind == Value::Kind::kName &&
                 !now().begins_line && (now().isNumber() || now().is("{"))) {
        // A cast: (b3Vec3){…}, (float)1.
        const std::string type = value.items[0].value.name;
        value = primary();
        if (value.isList()) value.name = type;
      } else {
        break;
      }
    }
    return resolved(std::move(value));
  }

  /// numpy's "T[:3, 3] =", Matlab's "T(1:3, 4) =": a member of the transform, which the name then is.
  bool partOfMatrix(std::string& name) {
    const bool is_numpy = now().is("["), is_matlab = now().is("(");
    if (!is_numpy && !is_matlab) return false;
    std::size_t i = at_ + 1;
    const auto takeRange = [&] {
      if (tokens_[i].isNumber() && tokens_[i].number == (is_matlab ? 1 : 0)) ++i;
      if (i + 1 >= tokens_.size() || !tokens_[i].is(":") || !tokens_[i + 1].isNumber() || tokens_[i + 1].number != 3)
        return false;
      i += 2;
      return true;
    };
    if (!takeRange() || i + 3 >= tokens_.size() || !tokens_[i].is(",")) return false;
    ++i;
    const std::size_t start = i;
    const bool is_linear = takeRange();
    if (!is_linear) {
      i = start;
      const bool is_negative = tokens_[i].is("-") && tokens_[i + 1].isNumber() && tokens_[i + 1].number == 1;
      const bool is_last = is_negative || (tokens_[i].isWord() && tokens_[i].text == "end") ||
                           (tokens_[i].isNumber() && tokens_[i].number == (is_matlab ? 4 : 3));
      if (!is_last) return false;
      i += is_negative ? 2 : 1;
    }
    if (i + 1 >= tokens_.size() || !tokens_[i].is(is_matlab ? ")" : "]") || !tokens_[i + 1].is("=")) return false;
    at_ = i + 1;
    if (lastName(name) == "Pose" && name.size() > 5) name.resize(name.size() - 5);  // of Matlab's collision objects
    name += is_linear ? ".linear" : ".translation";
    return true;
  }

  /// cgmath prints "Point2 [1.0, 2.0]".
  [[nodiscard]] bool printsVector(std::string_view name) const {
    const std::size_t first = next().is("-") ? 2 : 1;
    return hasBlankBefore() && !now().begins_line && name[0] >= 'A' && name[0] <= 'Z' && next(first).isNumber() &&
           next(first + 1).is(",");
  }

  /// A brace behind a name holds values, not statements.
  [[nodiscard]] bool looksLikeValue() const {
    const Token &first = next(), &second = next(2);
    const bool names_value = isOneOf(second, ":=(,") || second.is("::") || second.isNumber();
    return first.isNumber() || isOneOf(first, "-{.}[") || (first.isWord() && names_value);
  }

  /// Names of constants become numbers.
  static Value resolved(Value value) {
    if (value.kind != Value::Kind::kName) return value;
    const std::string name = lowered(lastName(value.name));
    for (const Constant& constant : kConstants) {
      if (holdsWord(constant.names, name)) return numberValue({constant.value}, value.line);
    }
    return value;
  }

  /// Functions of numbers, as the number that they give.
  Value simplified(Value call) {
    const std::size_t count = call.items.size();
    if (count == 0 || count > 2 || !areNumbers(call.items)) return call;
    const Number first = call.items[0].value.number, last = call.items[count - 1].value.number;
    const std::string name = lowered(call.name);
    const auto function = count == 1 ? numberFunction(call.name) : nullptr;
    if (function != nullptr) return numberValue({function(first.value), first.offset}, call.line);
    for (const TwoNumberFunction& row : kTwoNumberFunctions) {
      if (count != 2 || name != row.name) continue;
      const double value = row.apply(first.value, last.value);
      noteSource(made_of_, value == first.value ? first : last, value == first.value ? last : first);
      return numberValue({value, value == first.value ? first.offset : last.offset}, call.line);
    }
    return call;
  }

  /// Items up to a closing sign: values, "name = value", "name: value", "[0] = value", ".x = value"; separated by
  /// commas, semicolons, or nothing.
  Value list(std::string_view closing) {
    const bool was_in_brackets = std::exchange(in_brackets_, closing == "]"), was_value = is_value_;
    is_value_ = is_value_ || in_brackets_;
    Value out = itemsUpTo(closing);
    in_brackets_ = was_in_brackets;
    is_value_ = was_value;
    return out;
  }

  Value itemsUpTo(std::string_view closing) {
    Value out = listValue({}, now().line);
    ++at_;
    while (now().kind != Token::Kind::kEnd && !now().is(closing)) {
      const std::size_t before = at_;
      if (take(",") || take(";")) continue;
      if (isOneOf(now(), ")]}")) break;  // of another bracket: this one was never closed
      NamedValue item = listItem();
      if (isUnionOfComponents(item)) item = {item.value.items[0].name, item.value.items[0].value};
      // "members of btTransform:", "<btVector3> = {…}", lists that numpy prints without commas
      const bool is_type = item.name == "dtype";  // numpy's, of which no number is
      if (!is_type && (item.value.kind != Value::Kind::kNothing || !item.name.empty()))
        out.items.push_back(std::move(item));
      if (at_ == before) ++at_;
    }
    take(closing);
    return out;
  }

  /// gdb prints a component of GLM's vectors as "{x = 1, r = 1, s = 1}".
  static bool isUnionOfComponents(const NamedValue& item) {
    if (!item.name.empty() || !item.value.isList() || item.value.items.size() != 3) return false;
    std::string names;
    for (const NamedValue& member : item.value.items)
      names += member.value.isNumber() && member.name.size() == 1 ? member.name : "?";
    return holdsWord(" xrs ygt zbp waq ", names);
  }

  NamedValue listItem() {
    NamedValue item;
    // gdb shows static members, too: they are none of the object's.
    if (now().isWord() && now().text == "static" && next().isWord() && next(2).is("=")) {
      ++at_;
      static_cast<void>(listItem());
      return item;
    }
    if (now().is(".") && next().isWord()) ++at_;  // C's ".x = 1"
    const bool has_index =
        now().is("[") && next().isNumber() && next(2).is("]") && (next(3).is("=") || next(3).is(":"));
    if (has_index) {
      item.name = fmtIndex(next().text);
      at_ += 4;
      item.value = expression(0);
      return item;
    }
    if (now().is("<")) templateBase();
    if (now().is("(") && lldbType()) return listItem();
    const bool is_named =
        (now().isWord() || now().kind == Token::Kind::kText) && (next().is("=") || next().is(":") || next().is("=>"));
    if (is_named) {
      item.name = std::string(now().text);
      at_ += 2;
      item.value = assigned();
      return item;
    }
    item.value = expression(0);
    if (item.value.kind == Value::Kind::kName && now().is("=")) {  // "a.b = 1"
      item.name = item.value.name;
      ++at_;
      item.value = expression(0);
    }
    return item;
  }

  /// gdb's "<Base> = {…}": the members of the base are the object's own.
  void templateBase() {
    std::size_t end = at_;
    constexpr std::size_t kMaxTokens = 24;
    while (end < tokens_.size() && end < at_ + kMaxTokens && !tokens_[end].is(">")) ++end;
    while (end + 1 < tokens_.size() && tokens_[end].is(">") && tokens_[end + 1].is(">")) ++end;
    if (end + 1 < tokens_.size() && tokens_[end].is(">") && tokens_[end + 1].is("=")) at_ = end + 2;
  }

  /// Past what is nested too deep, or no value.
  void skipNested() {
    int nested = 0;
    do {
      if (isOneOf(now(), "([{")) ++nested;
      if (isOneOf(now(), ")]}")) --nested;
      if (nested < 0 || now().kind == Token::Kind::kEnd) return;
      ++at_;
    } while (nested > 0);
  }

  const std::vector<Token>& tokens_;
  Sources& made_of_;
  std::size_t at_ = 0;
  int depth_ = 0;
  bool is_value_ = false;     ///< behind "=", where no declaration can be
  bool in_brackets_ = false;  ///< of "[", the innermost ones
  std::string heading_;       ///< the last name before a colon
  std::string block_;         ///< of a ray, whose parts follow
  std::vector<Statement> statements_;
};

}  // namespace

double (*numberFunction(std::string_view name))(double) {
  const std::string_view last(lastName(name));
  const std::string small = lowered(last);
  const auto* const row = std::ranges::find_if(kNumberFunctions, [&](const NumberFunction& function) {
    return holdsWord(function.names, last) || holdsWord(function.names, small);
  });
  return row == std::end(kNumberFunctions) ? nullptr : row->apply;
}

Value numberValue(const Number& number, int line) {
  Value out;
  out.kind = Value::Kind::kNumber;
  out.number = number;
  out.line = line;
  return out;
}

Value nameValue(std::string name) {
  Value out;
  out.kind = Value::Kind::kName;
  out.name = std::move(name);
  return out;
}

Value listValue(std::vector<NamedValue> items, int line) {
  Value out;
  out.kind = Value::Kind::kList;
  out.items = std::move(items);
  out.line = line;
  return out;
}

Value callValue(std::string name, int line, const Numbers& arguments) {
  Value out;
  out.kind = Value::Kind::kCall;
  out.name = std::move(name);
  out.line = line;
  for (const Number& n : arguments) out.items.push_back({"", numberValue(n)});
  return out;
}

bool areNumbers(std::span<const NamedValue> items) {
  return std::ranges::all_of(items, [](const NamedValue& item) { return item.value.isNumber(); });
}

const Value* findMember(const Members& members, std::string_view name) {
  const auto member = std::ranges::find(members, name, &NamedValue::name);
  return member == members.end() ? nullptr : &member->value;
}

void setMember(Members& members, std::string_view name, Value value) {
  std::erase_if(members, [&](const NamedValue& member) { return member.name == name; });
  members.push_back({std::string(name), std::move(value)});
}

Value& listOf(Members& members, std::string_view name, int line) {
  const auto member = std::ranges::find(members, name, &NamedValue::name);
  if (member != members.end()) return member->value;
  members.push_back({std::string(name), listValue({}, line)});
  return members.back().value;
}

bool isProduct(const Value& value) {
  return value.isCall() && value.name.size() == 1 &&
         std::string_view("*/+-").find(value.name[0]) != std::string_view::npos;
}

Value productOf(std::vector<NamedValue> factors, int line, std::string_view name) {
  Value out = callValue(std::string(name), line);
  out.items = std::move(factors);
  return out;
}

std::vector<Statement> statementsOf(const std::vector<Token>& tokens, Sources& made_of) {
  return Parser(tokens, made_of).all();
}

}  // namespace sepax::paste
