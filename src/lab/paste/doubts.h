#pragma once

#include "lab/paste/api_rows.h"
#include "lab/paste/found.h"
#include "lab/paste/tokens.h"

#include <map>
#include <string>
#include <vector>

// Whether a reading of a text leaves numbers over that may belong to it.

namespace sepax::paste {

/// Numbers that stand together: in one bracket, in one quoted text, or in a run on one line.
struct NumberGroup {
  std::vector<PlacedNumber> numbers;
  int line = 1;
  std::vector<std::string> words;  ///< in front of it, the nearest first, then those in front of the brackets around it
  bool is_call = false;            ///< arguments of what the first word names
  bool is_answer = false;          ///< within the value of a key that is never a pose
  std::size_t around = 0;          ///< which bracket it lies in, by its place among the tokens; 0: in none
  std::string caller = {};         ///< whose arguments that bracket has, if it is a call
  std::size_t bracket = 0;         ///< its own; 0: a run outside of brackets, or within a quoted text
};

/// In markup, "<" begins an element, which may be of something else than bodies, or a comment.
enum class TextForm { kPlain, kMarkup };

/// Every group of a text in order, single numbers too. Versions, dates, times of day, indices and counts of arrays are
/// none.
[[nodiscard]] std::vector<NumberGroup> groupsOf(const std::vector<Token>& tokens, TextForm form = TextForm::kPlain);

/// The part that a number became: of which body of the document, and which role it has there.
struct Use {
  int body = 0;
  const char* role = "";
};
using UsedNumbers = std::map<std::size_t, Use>;  ///< by their offsets in the text

/// Whether words say that the group is an answer, or of something that is never a pose.
[[nodiscard]] bool isAnswer(const NumberGroup& group);

/// Numbers that bodies have anyway, which a text may say besides: corners, the middle or sizes of their bounds, and
/// differences of their vertices where it speaks of edges or of the Minkowski difference.
struct Derived {
  enum class Kind { kCorner, kMiddle, kSizes, kBounds, kDifference };
  Kind kind = Kind::kCorner;
  std::vector<double> values;
};

/// Whether the text places its bodies. Points in sentences place none that code has placed; where a place is missing,
/// each coordinate that is left over may be part of it.
enum class Places { kAll, kAllByCode, kSomeMissing };

/// One line for each group that became part of nothing, though no word says that it is an answer: a pair that is read
/// beside it may be another one. `used` has the offsets of the numbers that are part of something, `derived` what
/// they make.
[[nodiscard]] std::vector<std::string> groupsLeftOver(std::string_view text, const std::vector<Token>& tokens,
                                                      const UsedNumbers& used, const TextScopes& scopes, TextForm form,
                                                      const std::vector<Derived>& derived, Places places);

}  // namespace sepax::paste
