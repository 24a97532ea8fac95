#pragma once

#include "core/error.h"
#include "geom/mesh_groups.h"
#include "geom/mesh_solid.h"
#include "geom/polytope.h"

#include <optional>
#include <span>
#include <vector>

namespace sepax {

/// A convex piece of a mesh.
struct ConvexPart {
  Polytope hull;
  double volume = 0;  ///< m³
};

/// How well convex pieces fill a mesh. Parts of the mesh's volume, which an open mesh does not have; metres.
struct PiecesFit {
  std::optional<double> outside;    ///< of the pieces' union, outside the mesh
  std::optional<double> uncovered;  ///< of the mesh, in no piece
  double diagonal = 0;              ///< of the mesh's box
  double off_mesh = 0;              ///< from the mesh to the farthest place of a piece's surface that is outside it
  double off_pieces = 0;  ///< from the pieces to the farthest place of the mesh, its inside included where closed
};

/// Volumes along rows (MeshSolid), distances from points of the surfaces no farther apart than 1/100 of the mesh's
/// diagonal, their corners included, and from places of the rows: for pieces by whatever means.
[[nodiscard]] PiecesFit fitOf(const MeshData& mesh, const MeshSolid& solid, std::span<const ConvexPart> parts);

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
