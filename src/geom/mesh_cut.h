#pragma once

#include "geom/mesh_solid.h"

#include <array>
#include <vector>

namespace sepax {

/// An edge at which a mesh is concave.
struct ConcaveEdge {
  Vec3 from{0.0}, to{0.0};
  std::array<Vec3, 2> normals{Vec3{0.0}, Vec3{0.0}};  ///< of the faces beside it, unit, outward
  /// How much it matters: its length times the sine between the faces.
  [[nodiscard]] double weight() const { return length(to - from) * length(glm::cross(normals[0], normals[1])); }
};

/// A convex part of space and what a mesh holds of it.
struct MeshCell {
  std::vector<Vec3> vertices;
  std::vector<TriangleIndices> triangles;  ///< the surface, cut off at the cell's sides
  std::vector<ConcaveEdge> edges;
  QuickHull region;  ///< the part of space
  QuickHull hull;    ///< around what the mesh holds of it
  HullExcess excess;
};

/// The box around the mesh and all of the mesh.
[[nodiscard]] MeshCell wholeCell(const MeshData& mesh, const MeshSolid& solid);

/// Sides of a plane: behind it, and where its normal points.
enum class PlaneSide { kBehind, kBefore };
inline constexpr std::array kBothSides{PlaneSide::kBehind, PlaneSide::kBefore};

/// Adds the points that span the hull of what the mesh holds on one side of a plane through the cell: its surface
/// there, and the corners of that part of the cell inside the mesh. Faces in the plane belong to the side that they
/// bound.
void addSidePoints(const MeshCell& cell, const ConvexSolid::Plane& plane, PlaneSide side, const MeshSolid& solid,
                   std::vector<Vec3>& points);

/// That part as a cell, without its excess; without corners in its hull when there is nothing.
[[nodiscard]] MeshCell sideOf(const MeshCell& cell, const ConvexSolid::Plane& plane, PlaneSide side,
                              const MeshSolid& solid);

/// Planes worth trying to cut through hulls around these points: across the axes and the principal axes, at and between
/// the faces beside the concave edges that matter most.
[[nodiscard]] std::vector<ConvexSolid::Plane> planesThrough(const std::vector<Vec3>& points,
                                                            std::vector<ConcaveEdge> edges);

}  // namespace sepax
