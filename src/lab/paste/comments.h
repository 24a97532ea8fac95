#pragma once

#include "lab/paste/found.h"
#include "lab/paste/source.h"

#include <vector>

namespace sepax::paste {

/// A convention that the comments of a text name: the answer that it would be to one of questions().
struct SaidAnswer {
  const char* words;
  const char* key;
  const char* value;
};
/// One for each answer, in the order of a table.
[[nodiscard]] std::vector<SaidAnswer> answersSaid(const Source& source);

/// Doubts rectangles and boxes that are read otherwise than the text says of their numbers: "# x, y, w, h", "// pos =
/// lower corner".
void doubtSaidPlaces(const Source& source, Findings& findings);

}  // namespace sepax::paste
