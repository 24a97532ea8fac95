#pragma once

#include "core/text.h"
#include "lab/paste/api_rows.h"
#include "lab/paste/equations.h"
#include "lab/paste/own_classes.h"
#include "lab/paste/own_export.h"
#include "lab/paste/tokens.h"
#include "lab/paste/words.h"

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace sepax::paste {

/// A posted text, taken apart once for all its readers.
struct Source {
  explicit Source(std::string_view posted)
      : text(posted), small(lowered(withoutOwnNames(posted))), tokens(tokensOf(posted)), scopes(small) {
    dropOwnWords(tokens, posted);
    takeVersions(tokens);
    takeBars(tokens);
    takeSpans(tokens);
    joinRows(tokens);
    takeVectors(tokens);
    takeTuples(tokens);
    takeLines(tokens);
    takeEquations(tokens);
    takeSquares(tokens);
    takePowers(tokens);
    takeSums(tokens);
    joinHyphens(tokens, text);
    nameOwnArguments(tokens);
    measured = takeUnits(tokens);
  }

  std::string_view text;
  std::string small;  ///< in lower case
  std::vector<Token> tokens;
  TextScopes scopes;
  std::set<std::size_t> measured;  ///< where numbers with a unit are, of a text that does not tell all in metres
};

}  // namespace sepax::paste
