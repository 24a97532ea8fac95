#pragma once

#include "lab/paste/value.h"

#include <string>
#include <vector>

namespace sepax::paste {

/// `path` gets a value: by an assignment, a declaration, an element, a member of an object that a debugger shows.
struct Statement {
  std::string path;  ///< "body.position.x"; empty: an expression alone, or a call
  Value value;
  int line = 0;
  bool is_setter = false;  ///< a call of a method of `path`; `value` is the call
};

/// Reads what it understands of a text and skips the rest. Never deeper than kMaxNesting, never longer than the text.
/// `made_of` receives the sources of numbers that are computed.
[[nodiscard]] std::vector<Statement> statementsOf(const std::vector<Token>& tokens, Sources& made_of);

}  // namespace sepax::paste
