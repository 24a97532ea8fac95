#pragma once

#include "lab/paste/value.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace sepax::paste {

/// The expressions of the grammar, read token by token.
class Expressions {
 public:
  Expressions(const std::vector<Token>& tokens, Sources& made_of) : tokens_(tokens), made_of_(made_of) {}

 protected:
  [[nodiscard]] const Token& now() const { return tokens_[at_]; }
  [[nodiscard]] const Token& next(std::size_t by = 1) const { return tokens_[std::min(at_ + by, tokens_.size() - 1)]; }
  bool take(std::string_view sign) {
    if (!now().is(sign)) return false;
    ++at_;
    return true;
  }

  /// "const", "new": words that stand in front of a value or a declaration and say nothing.
  [[nodiscard]] static bool isSkipped(const Token& token);
  /// lldb writes "(btVector3) m_origin = {".
  bool lldbType();
  /// Numbers and products of them; everything else passes through.
  Value expression(int rank);
  /// "[1 -1]" of Matlab and numpy: a sign behind a blank and without one begins the next number.
  [[nodiscard]] bool beginsNumber() const { return hasBlankBefore() && now().offset + 1 == next().offset; }
  [[nodiscard]] bool hasBlankBefore() const;
  /// The value that is assigned or belongs to a name, where "a * b" is a product.
  Value assigned();
  Value unary();
  Value primary();
  /// "a::b", "a.b", with template arguments left out; of make_shared<T> and its like it is T.
  std::string path();
  /// "dimensions[SolidPrimitive::BOX_X]": the index, behind which it goes on.
  std::string namedIndex();
  static std::string fmtIndex(std::string_view digits) { return "[" + std::string(digits) + "]"; }
  /// Skips "<…>" where it is one and a call, name or scope follows; its first word.
  std::string templateArguments();
  /// Julia's "Vec{3, Float32}(": what stands in such braces is no value.
  void skipTypeBraces();
  Value postfix();
  /// numpy's "T[:3, 3] =", Matlab's "T(1:3, 4) =": a member of the transform, which the name then is.
  bool partOfMatrix(std::string& name);
  /// Rust's vector![…], vec![…]
  static bool isListMacro(std::string_view name);
  /// A brace behind a name holds values, not statements.
  [[nodiscard]] bool looksLikeValue() const;
  /// Names of constants become numbers.
  static Value resolved(Value value);
  /// Functions of numbers, as the number that they give.
  Value simplified(Value call);
  /// Items up to a closing sign: values, "name = value", "name: value", "[0] = value", ".x = value"; separated by
  /// commas, semicolons, or nothing.
  Value list(std::string_view closing);
  Value itemsUpTo(std::string_view closing);
  /// gdb prints a component of GLM's vectors as "{x = 1, r = 1, s = 1}".
  static bool isUnionOfComponents(const NamedValue& item);
  NamedValue listItem();
  /// gdb's "<Base> = {…}": the members of the base are the object's own.
  void templateBase();
  /// Past what is nested too deep, or no value.
  void skipNested();

  const std::vector<Token>& tokens_;
  Sources& made_of_;
  std::size_t at_ = 0;
  int depth_ = 0;
  bool is_value_ = false;     ///< behind "=", where no declaration can be
  bool in_brackets_ = false;  ///< of "[", the innermost ones
};

}  // namespace sepax::paste
