#pragma once

#include "geom/mesh_solid.h"
#include "geom/polytope.h"

#include <optional>
#include <span>

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

}  // namespace sepax
