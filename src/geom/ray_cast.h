#pragma once

#include "geom/shape.h"
#include "geom/types.h"

#include <optional>

namespace sepax {

/// A ray of finite length, world space. `direction` need not be unit but must not be zero.
struct CastRay {
  Vec3 origin{0.0};
  Vec3 direction{1, 0, 0};
  double length = 1;  ///< metres from the origin to the ray's end
};

/// Where a ray meets a shape. World, metres.
struct RayHit {
  bool hit = false;
  double distance = 0;  ///< from the origin to the first point of the shape; 0 when the origin lies in it
  /// To the last point of a convex shape, beyond the ray's end too; of a concave polygon and a closed mesh to where it is
  /// first left; of another mesh or a triangle the distance again. Infinite when the ray never exits a half-space.
  double exit_distance = 0;
  Vec3 point{0.0};
  Vec3 normal{0.0};  ///< unit, out of the surface against the ray; zero when the ray starts inside
  /// The origin lies in the solid, surface included, as containsPoint says of a closed mesh. Other meshes
  /// and triangles are surfaces.
  bool starts_inside = false;
  bool back_face = false;  ///< meshes, triangles: the triangle is seen from behind (its normal by the right-hand rule
                           ///< points along the ray)
  int feature =
      -1;  ///< box side 2·axis (positive) or 2·axis + 1, polygon edge, hull face, mesh triangle; −1 on round parts
};

/// The first point where a ray meets a valid shape, surface included: a ray that only grazes hits. Convex polytopes by
/// clipping against their planes (Cyrus and Beck 1978), round shapes by their quadratics, rounded ones by Newton's
/// method on the distance to their cores, concave polygons piece by piece, meshes through their tree triangle by
/// triangle with the watertight test of Woop, Benthin and Wald 2013 (rays do not slip through shared edges; triangles of
/// a mesh that are seen edge-on are passed, a triangle or flat hull alone is met at its edge). Rays slip through no joint
/// of a chain and no seam of a compound either: what rounding leaves open counts as met. Planar shapes live in z = 0 and ignore the ray's z.
[[nodiscard]] RayHit castRay(const Shape& shape, const Pose& pose, const CastRay& ray);

}  // namespace sepax
