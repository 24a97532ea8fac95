#pragma once

#include "collide/contacts/manifold.h"
#include "collide/pair_names.h"
#include "collide/pieces/touched_pieces.h"
#include "draw/draw_list.h"
#include "draw/palette.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sepax {

/// How contacts are painted.
struct ContactStyle {
  Colour colour_a, colour_b;
  Colour contact;  ///< of the verdict
  const Palette& palette;
  bool labels = true;
  PairNames names;
};

/// A stage of finding contacts: 0 both features before clipping, k after the k-th clip with its plane, anything else
/// the result with every point's name and fate.
void addManifold(DrawList& list, const Manifold& manifold, const Vec3& normal, int stage, const ContactStyle& style);

/// The stage of the Contacts panel that shows the pieces of a surface one by one.
inline constexpr int kPieceByPieceStage = -2;

/// Each touching pair of pieces with the normal that it has alone, an arrow of `size` metres; a ghost contact in the
/// colour of a warning, with its feature, how the surface bends there and how far it rises.
void addTouchedPieces(DrawList& list, const TouchedSurface& touched, double size, const ContactStyle& style);

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
