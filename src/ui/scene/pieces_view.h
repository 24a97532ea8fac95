#pragma once

#include "collide/pair/pair.h"

namespace sepax {

struct ViewState;

/// For a concave pair, draws which pieces' axes the table shows, a switch to the whole hulls, and why the two differ.
void drawPieces(ViewState& view, const PairReport& report);

}  // namespace sepax
