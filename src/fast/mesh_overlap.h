#pragma once

#include "geom/mesh.h"

namespace sepax {

/// A mesh or heightfield at a place.
struct PlacedMesh {
  const MeshData& mesh;
  const Pose& pose;
};

/// Whether any triangles of two surfaces cross, as crossingsOf (collide/pieces/crossings.h) counts them; where they
/// touch within rounding it may find otherwise. Ends at the first, and looks where boxes reach deepest into each other
/// before it looks elsewhere. A mesh inside a closed one crosses nothing.
[[nodiscard]] bool surfacesCross(const PlacedMesh& a, const PlacedMesh& b);

}  // namespace sepax
