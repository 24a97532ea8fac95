#pragma once

#include "lab/paste/tokens.h"

#include <deque>
#include <string>
#include <vector>

namespace sepax::paste {

/// The tokens of a text as the grammar of code (value.h) reads them best: an object's own members are names ("this.box"
/// is "box"), statements within callbacks are statements, parameters of signatures are gone, and a name that is
/// declared again is another one from there on.
struct CodeTokens {
  explicit CodeTokens(std::vector<Token> written);
  CodeTokens(const CodeTokens&) = delete;
  CodeTokens& operator=(const CodeTokens&) = delete;

  std::vector<Token> tokens;
  std::deque<std::string> names;  ///< new ones, which tokens show
};

}  // namespace sepax::paste
