#pragma once

#include "draw/camera.h"
#include "draw/draw_list.h"
#include "draw/palette.h"
#include "draw/pieces_picture.h"
#include "geom/bounding_volumes.h"
#include "geom/hull.h"

#include <span>

namespace sepax {

/// A mesh by itself: what a preview shows.
struct MeshPictureInput {
  std::span<const Vec3> vertices;
  std::span<const TriangleIndices> triangles;  ///< indices are in range
  Pose pose = {};                              ///< world from the mesh
  Vec3 origin{0.0};                            ///< near the mesh: the list's origin
  bool faces = true;
  bool normals = false;                     ///< faces in the colours of their normals: x red, y green, z blue
  bool wireframe = false;                   ///< every triangle's edges; shared ones once
  const FittedVolume* volume = nullptr;     ///< fitted around it
  std::span<const ConvexPart> pieces = {};  ///< drawn in the place of its faces
  double apart = 0;                         ///< of the pieces (PosedPieces)
  Theme theme = Theme::kDark;
};

/// Flat-shaded triangles, wireframe, and a bounding volume. The camera matters for a round volume's outline only.
[[nodiscard]] DrawList meshPicture(const MeshPictureInput& input, const Camera& camera);

}  // namespace sepax
