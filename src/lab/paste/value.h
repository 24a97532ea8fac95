#pragma once

#include "lab/paste/found.h"
#include "lab/paste/tokens.h"

#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// The one grammar of the C-like family: calls, braces, brackets, assignments, members, small sums. It covers C, C++,
// C#, Java, JavaScript, Python, Rust, JSON and what gdb, lldb and natvis print, because all of them write values alike.

namespace sepax::paste {

struct Value;

/// A value with the name that it has in its list: a member, a named argument, "[0]".
struct NamedValue;

/// The result of an expression of the grammar.
struct Value {
  enum class Kind { kNothing, kNumber, kText, kName, kList, kCall };
  Kind kind = Kind::kNothing;
  Number number;     ///< of a kText where it begins
  std::string name;  ///< of a kName its path "a.b"; of a kCall the function's; of a kList its type, if written; of a
                     ///< kText the text
  std::vector<NamedValue> items;  ///< of a list or call; names may be empty
  std::vector<Value> chain;       ///< calls of its methods, as in A::new(…).set(…)
  int line = 0;

  [[nodiscard]] bool isNumber() const { return kind == Kind::kNumber; }
  [[nodiscard]] bool isCall() const { return kind == Kind::kCall; }
  [[nodiscard]] bool isList() const { return kind == Kind::kList; }
};

struct NamedValue {
  std::string name;
  Value value;
};

[[nodiscard]] Value numberValue(const Number& number, int line = 0);
[[nodiscard]] Value nameValue(std::string name);
[[nodiscard]] Value listValue(std::vector<NamedValue> items = {}, int line = 0);
[[nodiscard]] Value callValue(std::string name, int line, const Numbers& arguments = {});
/// The function of one number that has that name, whatever is in front of it: "Math.toRadians". Null: none.
[[nodiscard]] double (*numberFunction(std::string_view name))(double);
/// Whether all items are numbers.
[[nodiscard]] bool areNumbers(std::span<const NamedValue> items);

using Members = std::vector<NamedValue>;
/// The first member of that name; null: there is none.
[[nodiscard]] const Value* findMember(const Members& members, std::string_view name);
/// Gives the name another value, behind the other members.
void setMember(Members& members, std::string_view name, Value value);
/// The member of that name; one that is not there yet becomes an empty list.
[[nodiscard]] Value& listOf(Members& members, std::string_view name, int line = 0);

/// The names of the calls that stand for products, quotients, sums and differences of values other than numbers: their
/// items are the operands.
inline constexpr std::string_view kProduct = "*", kQuotient = "/", kSum = "+", kDifference = "-";
inline constexpr std::size_t kMaxFactors = 64;  ///< more are not kept
[[nodiscard]] bool isProduct(const Value& value);
[[nodiscard]] Value productOf(std::vector<NamedValue> factors, int line, std::string_view name = kProduct);

/// `path` gets a value: by an assignment, a declaration, an element, a member of an object that a debugger shows.
struct Statement {
  std::string path;  ///< "body.position.x"; empty: an expression alone, or a call
  Value value;
  int line = 0;
  bool is_setter = false;  ///< a call of a method of `path`; `value` is the call
  bool has_colon = false;  ///< "path: value", which a sentence may be
};

/// Reads what it understands of a text and skips the rest. Never deeper than kMaxNesting, never longer than the text.
inline constexpr int kMaxNesting = 40;
/// `made_of` receives the sources of numbers that are computed.
[[nodiscard]] std::vector<Statement> statementsOf(const std::vector<Token>& tokens, Sources& made_of);

}  // namespace sepax::paste
