#pragma once

#include "geom/aabb.h"
#include "geom/shape.h"

namespace sepax {

/// How much a shape holds and where. World, metres; in 2D areas take the place of volumes and lengths that of areas.
struct MassProperties {
  double volume = 0;          ///< m³; 0 for flat, straight and open shapes
  double area = 0;            ///< of the surface, m², both sides of flat shapes; in 2D the circumference, m
  Vec3 centre{0.0};           ///< of mass; without a volume that of the surface, of a segment its middle
  MinMaxBox bounds;           ///< axis-aligned, in the world: the tightest
  bool surface_only = false;  ///< a mesh that is not closed: it encloses nothing
  bool unbounded = false;     ///< a half-space: the other members mean nothing
};

/// Volume, surface, centre of mass and bounds of a valid shape itself, not of a proxy (cylinders and cones without
/// sides, polygons and meshes with their hollows, rounded shapes by their faces, edges and corners; parts of a mesh and
/// children of a compound that overlap each other count twice). Polytopes and meshes by signed tetrahedra over one of
/// their vertices.
[[nodiscard]] MassProperties massOf(const Shape& shape, const Pose& pose);

}  // namespace sepax
