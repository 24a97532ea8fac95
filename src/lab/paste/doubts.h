#pragma once

#include "lab/paste/api_rows.h"
#include "lab/paste/tokens.h"
#include "lab/paste/used_numbers.h"

#include <string>
#include <vector>

// Whether a reading of a text leaves numbers over that may belong to it.

namespace sepax::paste {

/// In markup, "<" begins an element, which may be of something else than bodies, or a comment.
enum class TextForm { kPlain, kMarkup };

/// Every group of a text in order, single numbers too. Versions, dates, times of day, indices and counts of arrays are
/// none.
[[nodiscard]] std::vector<NumberGroup> groupsOf(const std::vector<Token>& tokens, TextForm form = TextForm::kPlain);

/// Whether words say that the group is an answer, or of something that is never a pose.
[[nodiscard]] bool isAnswer(const NumberGroup& group);

/// Numbers that bodies have anyway, which a text may say besides: corners, the middle or sizes of their bounds, and
/// differences of their vertices where it speaks of edges or of the Minkowski difference.
struct Derived {
  enum class Kind { kCorner, kMiddle, kSizes, kBounds, kDifference };
  Kind kind = Kind::kCorner;
  std::vector<double> values;
};

/// One line for each group that became part of nothing, though no word says that it is an answer: a pair that is read
/// beside it may be another one. `used` has the offsets of the numbers that are part of something, `derived` what
/// they make.
[[nodiscard]] std::vector<std::string> groupsLeftOver(std::string_view text, const std::vector<Token>& tokens,
                                                      const UsedNumbers& used, const TextScopes& scopes, TextForm form,
                                                      const std::vector<Derived>& derived, Places places);

}  // namespace sepax::paste
