#pragma once

#include "core/error.h"
#include "core/progress.h"
#include "geom/mesh.h"
#include "geom/polytope.h"

#include <span>
#include <vector>

namespace sepax {

/// How a mesh is taken apart.
struct DecomposeOptions {
  double extra = 0.05;  ///< the hulls may hold this much more than the mesh, as a part of its volume
  std::size_t max_pieces = 32;
  ShareSink progress = {};
};

struct ConvexPart {
  Polytope hull;
  double volume = 0;     ///< m³
  double deviation = 0;  ///< the deepest point of the surface inside the hull, metres
};

struct Decomposition {
  std::vector<ConvexPart> parts;  ///< the largest first
  double volume = 0;              ///< of all together, m³; where hulls overlap, both count
  double solid = 0;               ///< of the mesh as the grid counts it, m³
  double deviation = 0;           ///< the worst of the parts', metres
};

/// Convex pieces that cover a mesh's surface: the part whose hull holds most that the mesh does not is cut by the
/// axis-parallel plane whose two hulls hold least, until little enough is left; then parts are joined again whose
/// common hull gains little. The mesh's inside is counted on a grid of 64 cells along its longest side, filled from
/// outside, so that it need not be closed and faces inside do not matter. The depth of points below a hull was tried as
/// the measure: it is small in every thin slice, whatever hole it has. Refuses a mesh without volume.
[[nodiscard]] Result<Decomposition> decompose(const std::vector<Vec3>& vertices,
                                              std::span<const TriangleIndices> triangles,
                                              const DecomposeOptions& options = {});

}  // namespace sepax
