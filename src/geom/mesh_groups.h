#pragma once

#include "core/progress.h"
#include "geom/mesh_solid.h"

#include <vector>

namespace sepax {

/// How a mesh is taken apart.
struct DecomposeOptions {
  double extra = 0.05;     ///< fewer pieces are made while they hold no more outside the mesh, as a part of its volume,
  double distance = 0.01;  ///< and nothing so far off it, as a part of its box's diagonal
  std::size_t max_pieces = 32;
  std::size_t max_corners = 64;  ///< of a piece, four at least
  ShareSink progress = {};
};

/// The hulls of a mesh's pieces, whatever their corners: together they hold all of its surface and of its inside. With
/// a progress that says stop they are what was found until then.
[[nodiscard]] std::vector<QuickHull> groupedHulls(const MeshData& mesh, const MeshSolid& solid,
                                                  const DecomposeOptions& options);

}  // namespace sepax
