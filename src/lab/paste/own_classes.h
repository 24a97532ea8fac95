#pragma once

#include "lab/paste/tokens.h"

#include <vector>

namespace sepax::paste {

/// Names the arguments of calls whose class or function the text defines itself: "new Wall(1, 2, 8, 4)" below "class
/// Wall { constructor(x, y, w, h)" becomes "new Wall(x = 1, y = 2, w = 8, h = 4)". A parameter has the name of the
/// member that the constructor keeps it in, where it has no meaning of its own.
void nameOwnArguments(std::vector<Token>& tokens);

}  // namespace sepax::paste
