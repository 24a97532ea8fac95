#pragma once

#include "draw/draw_list.h"
#include "draw/palette.h"
#include "geom/decompose.h"

#include <cstddef>
#include <span>

namespace sepax {

/// Convex pieces of a mesh where they are shown.
struct PosedPieces {
  std::span<const ConvexPart> parts;  ///< outlive the picture
  Pose pose;                          ///< world from the space of the mesh
  double apart = 0;  ///< how far each is moved away from the middle of all, as a part of its distance from there
  double fill = 1;   ///< opacity of the faces
  Theme theme = Theme::kDark;
};

/// Adds the pieces' faces, each piece in a colour of its own, and their edges.
void addPieces(DrawList& list, const PosedPieces& pieces);

}  // namespace sepax
