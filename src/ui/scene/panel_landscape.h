#pragma once

#include "collide/landscape.h"
#include "ui/kit/panel.h"
#include "ui/scene/landscape_chart.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace sepax {

/// The state of the Landscape panel between frames: the map and what it was made of.
struct LandscapePanel {
  Landscape map;
  std::vector<std::pair<Vec3, Vec3>> shore;  ///< where the separation is zero on the sphere, in short pieces
  GaussMap a, negated_b;                     ///< in space
  std::vector<ArcCrossing> crossings;
  std::uint64_t revision = ~0ull;
  std::string made_for;  ///< pair and pieces
  bool turns = false;    ///< a drag turns the ball
  bool edges = true;     ///< the Gauss maps are drawn
};

/// Separation over all directions: a curve in the plane; in space a map of the sphere around the direction from A to B
/// and a ball that turns with the view, with the directions that separate outlined and both shapes' Gauss maps over
/// them. The candidate axes are marks. A click makes the direction under the mouse the free axis, a drag moves it;
/// beside it a drag turns the ball.
extern const Panel kLandscapePanel;

}  // namespace sepax
