#pragma once

#include "geom/aabb.h"
#include "geom/measures.h"
#include "geom/shape.h"

namespace sepax {

/// How much a shape holds and where. World, metres; in 2D areas take the place of volumes and lengths that of areas.
struct MassProperties {
  double volume = 0;                  ///< m³; 0 for flat, straight and open shapes
  double area = 0;                    ///< of the surface, m², both sides of flat shapes; in 2D the circumference, m
  Vec3 centre{0.0};                   ///< of mass; without a volume that of the surface, of a segment its middle
  MinMaxBox bounds;                   ///< axis-aligned, in the world: the tightest
  bool surface_only = false;          ///< a mesh that is not closed: it encloses nothing
  bool unbounded = false;             ///< a half-space: the other members mean nothing
  AreaSides sides = AreaSides::kOne;  ///< that `area` counts
  /// Inertia tensor about the centre along the world's axes for a density of one, m⁵; in 2D m⁴, the last entry about z.
  Mat3 inertia{0.0};
  Vec3 principal_moments{0.0};  ///< of it, the smallest first; in 2D about the two axes in the plane and about z
  Mat3 principal_axes{1.0};     ///< unit, columns, world, right-handed
};

/// Volume, surface, centre of mass and bounds of a valid shape itself, not of a proxy (cylinders and cones without
/// sides, polygons and meshes with their hollows, rounded shapes by their faces, edges and corners; parts of a mesh and
/// children of a compound that overlap each other count twice). Polytopes and meshes by signed tetrahedra over one of
/// their vertices; inertia of shapes without a volume is zero.
[[nodiscard]] MassProperties massOf(const Shape& shape, const Pose& pose);

}  // namespace sepax
