#pragma once

#include "collide/landscape.h"

#include <cstdint>
#include <string>

namespace sepax {

struct ViewState;
struct Workspace;

/// What the Landscape panel remembers between frames: the map and what it was made of.
struct LandscapePanel {
  Landscape map;
  std::uint64_t revision = ~0ull;
  std::string made_for;  ///< pair and pieces
};

/// Separation over all directions: a curve in the plane, a map of the sphere in space, with the candidate axes as marks. A click makes the
/// direction under the mouse the free axis.
void drawLandscapePanel(LandscapePanel& panel, const Workspace& workspace, ViewState& view);

}  // namespace sepax
