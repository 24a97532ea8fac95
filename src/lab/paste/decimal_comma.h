#pragma once

#include "lab/paste/tokens.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

// Texts of German, French and other locales write 1,5 for one number.

namespace sepax::paste {

/// The text with points for the commas that may be decimal ones, byte for byte: "(1,5; 2,0)", but not [0,0,1]. Nullopt:
/// it has none, or has decimal points. Whether they are is said by which of both texts is read better.
[[nodiscard]] std::optional<std::string> withDecimalPoints(std::string_view text, const std::vector<Token>& tokens);

}  // namespace sepax::paste
