#pragma once

#include "draw/camera.h"
#include "draw/draw_list.h"
#include "draw/palette.h"
#include "geom/bounding_volumes.h"

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

}  // namespace sepax
