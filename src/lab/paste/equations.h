#pragma once

#include "lab/paste/tokens.h"

#include <vector>

namespace sepax::paste {

/// Makes "center (1, 0) radius 3" of the equation of a circle or ball, "(x - 1)^2 + y^2 = 9" or "x^2 + y^2 - 2x = 8",
/// and its kind where no word before it says that. Before takePowers.
void takeEquations(std::vector<Token>& tokens);

}  // namespace sepax::paste
