#pragma once

#include "geom/convex_region.h"

#include <span>
#include <vector>

namespace sepax {

/// Regions over the common parts of coinciding sides, and around the points where those end inside or where boundaries
/// of overlapping regions cross inside: with them the union of the open regions is the inside of the union of the
/// closed ones. Without them a point or a thin body on a cut between two regions, or where three meet, lies in none of
/// them. `tolerance` is how far sides that coincide may be apart, metres.
[[nodiscard]] std::vector<ConvexRegion> bridgesOf(std::span<const ConvexRegion> regions, double tolerance);

/// Two regions, and a unit vector along their common sides; zero stands for any direction.
struct RegionJoint {
  std::size_t a = 0, b = 0;
  Vec2 along{0.0};
};
/// As above over the common sides of those regions alone.
[[nodiscard]] std::vector<ConvexRegion> bridgesOver(std::span<const RegionJoint> joints,
                                                    std::span<const ConvexRegion> regions, double tolerance);

/// The regions whose bounds are no farther apart than a tolerance, metres.
[[nodiscard]] std::vector<RegionJoint> regionsNear(std::span<const ConvexRegion> regions, double tolerance);

}  // namespace sepax
