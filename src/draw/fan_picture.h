#pragma once

#include "collide/landscape.h"
#include "draw/axis_picture.h"

namespace sepax {

/// All candidate axes as rays from the middle between the shapes, in the colour of whose feature they are. The ring is
/// zero: a ray that reaches it belongs to shapes that touch along it, beyond it lies a gap, within it an overlap. In
/// the plane also the separation of every other direction as a curve, and the arc of those that separate with its ends
/// in degrees.
void addAxisFan(DrawList& list, const PairView& pair, const SeparationField& field);

}  // namespace sepax
