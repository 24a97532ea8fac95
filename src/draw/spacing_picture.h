#pragma once

#include "draw/axis_picture.h"

#include <span>

namespace sepax {

/// Where single-precision numbers lie around the middle of the pair: a line for each that one of the two world axes
/// across the view can hold, as far as the lines are 5 pixels apart or more; the step in words; and the bodies, dashed,
/// where rounding their positions to such numbers puts them.
void addFloatSpacing(DrawList& list, const PairView& pair, std::span<const PosedShape> bodies);

}  // namespace sepax
