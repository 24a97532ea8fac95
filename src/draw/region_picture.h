#pragma once

#include "draw/axis_picture.h"

namespace sepax {

/// Around a polygon beside a circle: its Voronoi regions, each the places whose nearest point of the polygon is on one
/// side or at one corner, with the one that holds the circle's centre filled and named. Nothing of other pairs.
void addRegions(DrawList& list, const PairView& pair);

}  // namespace sepax
