#pragma once

#include "geom/solid_union.h"
#include "geom/types.h"

#include <cstddef>
#include <functional>
#include <optional>

namespace sepax {

/// Convex obstacles by how high a place is over the boundary of one, metres: negative inside, convex and growing no
/// faster than the way. `normal` becomes the unit vector along which the height grows.
struct Obstacles {
  std::size_t count = 0;
  std::function<double(std::size_t obstacle, const Vec3& place, Vec3& normal)> height;
  bool planar = false;  ///< z stays that of the point that a place is looked for from
};

/// From a place in no obstacle to the nearest in front of the planes there that the obstacles lie behind: the heights
/// are convex, so that all such places are free. From a place around obstacles that were grown a little one such step
/// leads to these; more of them could lead into a cut between two.
[[nodiscard]] FreePlace3 slideNearer(const Obstacles& obstacles, const Vec3& from, Vec3 place, int steps = 1);

/// The place in no obstacle that is nearest to a point, of those within `limit` metres: slid to from free places in
/// cells that no single obstacle holds. Obstacles are grown by `grown` metres for the search, not for the answer. None
/// where no free place was found. No
/// place around the answer is nearer; elsewhere a notch finer than a thirtieth of the distance could be.
[[nodiscard]] std::optional<FreePlace3> nearestFree(const Obstacles& obstacles, const Vec3& from, double grown,
                                                    double limit);

}  // namespace sepax
