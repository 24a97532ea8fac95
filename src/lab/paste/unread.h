#pragma once

#include "lab/paste/tokens.h"
#include "lab/paste/used_numbers.h"

#include <string>
#include <string_view>
#include <vector>

// A text may say more of its bodies than numbers: a pose by a name that it does not tell, a call that changes a body.

namespace sepax::paste {

/// One line for each part of the text's code that may make another pair, though it has no number that is left over.
[[nodiscard]] std::vector<std::string> stepsLeftOver(std::string_view text, const std::vector<Token>& tokens,
                                                     const UsedNumbers& used);

/// As stepsLeftOver() for sentences and comments, of a text in lower case: "b is mirrored". `has_rotation`: a body of
/// the pair is rotated.
[[nodiscard]] std::vector<std::string> wordsLeftOver(std::string_view small, bool has_rotation);

}  // namespace sepax::paste
