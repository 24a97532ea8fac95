#pragma once

#include "draw/camera.h"
#include "draw/draw_list.h"
#include "draw/palette.h"
#include "geom/bounding_volumes.h"
#include "geom/decompose.h"

#include <span>

namespace sepax {

/// A bounding volume where it is shown.
struct PosedVolume {
  const FittedVolume* volume = nullptr;  ///< outlives the picture
  Pose pose;                             ///< world from the space that it was fitted in
  Colour colour;
};

/// The colour of a kind of volume: apart from each other and from the pair's blue and orange.
[[nodiscard]] Colour volumeColour(VolumeKind kind, Theme theme);

/// Adds a volume's outline, hidden edges dashed. No fill: it would hide the edges of the shape inside.
void addVolume(DrawList& list, const PosedVolume& posed, const Camera& camera);

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
