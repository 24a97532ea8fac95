#pragma once

#include "collide/contacts/manifold.h"

#include <optional>
#include <vector>

namespace sepax {

/// How far what is left of a manifold's clipped feature and the true intersection of its two polygons are from each
/// other, seen along the unit normal, metres: the largest distance from a point of what is left to both polygons, and
/// from a corner of the intersection to what is left, times the sine of the corner's angle (a sharp tip moves far when
/// its sides move little). Which corners lie inside and which sides cross is decided in exact arithmetic on the
/// manifold's own doubles; nullopt when nothing was clipped.
[[nodiscard]] std::optional<double> patchError(const Manifold& manifold, const Vec3& normal);

/// The area that four of the points span at most when a deepest one is among them; seen along the normal, square
/// metres. Points in convex position.
[[nodiscard]] double areaByFour(const std::vector<Vec3>& points, const std::vector<bool>& deepest, const Vec3& normal);

/// Area of the convex hull of points, seen along the normal.
[[nodiscard]] double hullArea(const std::vector<Vec3>& points, const Vec3& normal);

}  // namespace sepax
