#pragma once

#include "collide/landscape.h"
#include "draw/axis_picture.h"

#include <vector>

namespace sepax {

/// All candidate axes as rays from the middle between the shapes, in the colour of whose feature they are. The ring is
/// zero: a ray that reaches it belongs to shapes that touch along it, beyond it lies a gap, within it an overlap. In
/// the plane also the separation of every other direction as a curve, and the arc of those that separate with its ends
/// in degrees and, through both shapes, the last line at each end.
void addAxisFan(DrawList& list, const PairView& pair, const SeparationField& field);

/// The places that it reaches on the view, its names included.
[[nodiscard]] std::vector<Vec3> fanCorners(const PairView& pair);

/// Around a polygon beside a circle: its Voronoi regions, each the places whose nearest point of the polygon is on one
/// side or at one corner, with the one that holds the circle's centre filled and named. Nothing of other pairs.
void addRegions(DrawList& list, const PairView& pair);

}  // namespace sepax
