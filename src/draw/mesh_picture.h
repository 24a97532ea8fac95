#pragma once

#include "draw/camera.h"
#include "draw/draw_list.h"
#include "draw/palette.h"
#include "draw/volume_picture.h"
#include "geom/bounding_volumes.h"
#include "media/model.h"

#include <optional>
#include <span>

namespace sepax {

/// How the faces of a mesh are coloured.
enum class MeshSurface {
  kPlain,
  kMaterials,  ///< base colours and their textures; plain where the file has none
  kNormals,    ///< x red, y green, z blue
  kUv,  ///< a pattern of 8 × 8 checks over the texture coordinates: red grows with u, green with v; plain where there
        ///< are none
};

/// A model at a time. Both outlive the picture.
struct ShownModel {
  const Model* model = nullptr;
  const PosedModel* posed = nullptr;
  bool bones = false;  ///< its skeleton over all
};

/// A mesh by itself: what a preview shows.
struct MeshPictureInput {
  std::span<const Vec3> vertices;
  std::span<const TriangleIndices> triangles;  ///< indices are in range
  Pose pose = {};                              ///< world from the mesh
  Vec3 origin{0.0};                            ///< near the mesh: the list's origin
  bool faces = true;
  MeshSurface surface = MeshSurface::kPlain;
  std::optional<ShownModel> model = {};     ///< drawn in the place of the triangles above
  bool wireframe = false;                   ///< every triangle's edges; shared ones once
  const FittedVolume* volume = nullptr;     ///< fitted around it
  std::span<const ConvexPart> pieces = {};  ///< drawn in the place of its faces
  double apart = 0;                         ///< of the pieces (PosedPieces)
  Theme theme = Theme::kDark;
};

/// Flat-shaded triangles, wireframe, and a bounding volume. The camera matters for a round volume's outline only.
[[nodiscard]] DrawList meshPicture(const MeshPictureInput& input, const Camera& camera);

}  // namespace sepax
