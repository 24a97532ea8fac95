#pragma once

#include "draw/draw_list.h"
#include "draw/palette.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sepax {

/// An engine's answer about a pair, to be drawn; world, metres.
struct JuryMarks {
  std::string name;
  std::optional<Vec3> normal;  ///< from A to B
  std::optional<std::pair<Vec3, Vec3>> witness;
  std::vector<Vec3> contacts;
  Vec3 middle{0.0};  ///< where the normal begins when the answer has no points
  double size = 1;   ///< of the pair
  bool differs = false;
};

/// Adds the normal as an arrow, witness points with the line between them, and contacts, under the engine's name.
void addJuryMarks(DrawList& list, const JuryMarks& marks, const Palette& palette);

}  // namespace sepax
