#pragma once

#include "core/error.h"
#include "geom/mesh_groups.h"
#include "geom/pieces_fit.h"

#include <optional>
#include <span>
#include <vector>

namespace sepax {

struct Decomposition {
  std::vector<ConvexPart> parts;  ///< the largest first
  double volume = 0;              ///< of all together, m³; where pieces overlap, both count
  std::optional<double> solid;    ///< of a closed mesh, m³, by its triangles; less what parts share, about
  PiecesFit fit;
};

/// Convex pieces that cover a mesh and leave its holes open. The box around the mesh is cut into many cells, always the
/// one whose hull holds most that the mesh does not, by the plane whose two hulls hold least; planes are tried across
/// axes and at concave edges, and turned and moved from there. Cells are joined again in the order of what their common
/// hull holds beyond the mesh and how far from it; planes between neighbours are moved, and pieces are divided where
/// joining others costs less. Joining replaces looking ahead: a ring comes out as wedges, though no first cut through
/// it gains anything. Looking two cuts ahead was tried, too: 25 s for a torus that this does better in 3. An open mesh
/// is inside where its winding number is above one half. Refuses a mesh without volume.
[[nodiscard]] Result<Decomposition> decompose(const std::vector<Vec3>& vertices,
                                              std::span<const TriangleIndices> triangles,
                                              const DecomposeOptions& options = {});

}  // namespace sepax
