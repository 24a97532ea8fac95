#pragma once

#include "draw/camera.h"
#include "draw/draw_list.h"
#include "draw/palette.h"
#include "geom/bounding_volumes.h"
#include "geom/hull.h"

#include <span>

namespace sepax {

/// A mesh by itself: what a preview shows.
struct MeshPictureInput {
  std::span<const Vec3> vertices;
  std::span<const TriangleIndices> triangles;  ///< indices are in range
  Vec3 origin{0.0};                            ///< near the mesh: the list's origin
  bool faces = true;
  bool wireframe = false;                ///< every triangle's edges; shared ones once
  const FittedVolume* volume = nullptr;  ///< fitted around it
  Theme theme = Theme::kDark;
};

/// Flat-shaded triangles, wireframe, and a bounding volume. The camera matters for a round volume's outline only.
[[nodiscard]] DrawList meshPicture(const MeshPictureInput& input, const Camera& camera);

}  // namespace sepax
