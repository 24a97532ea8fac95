#pragma once

#include "lab/paste/tokens.h"
#include "lab/paste/used_numbers.h"

#include <string>
#include <string_view>
#include <vector>

namespace sepax::paste {

/// One line for each number of no body that an operator or a word applies to one: "a.x += 15", "points) * 0.5", "moved
/// left by 2", and for each correction: "EDIT: the ball is at (0, 3)".
[[nodiscard]] std::vector<std::string> modifiersLeftOver(std::string_view text, const std::vector<Token>& tokens,
                                                         const std::vector<NumberGroup>& groups,
                                                         const UsedNumbers& used, Places places);

}  // namespace sepax::paste
