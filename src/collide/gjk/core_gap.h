#pragma once

#include <array>

#include "geom/support.h"

namespace sepax {

/// How far two cores are apart, from both sides. Metres, in the supports' frame.
struct CoreGap {
  Vec3 direction{1, 0, 0};         ///< unit, from A to B: of those tried the one that separates most
  double lower = 0;                ///< gap along it: no smaller is the distance; negative when no direction separates
  double upper = 0;                ///< |b − a|: no larger is the distance
  Vec3 a{0.0}, b{0.0};             ///< points of the cores
  int corners = 0;                 ///< of the last simplex, 1 to 3 while apart: it is square to the direction
  std::array<Vec3, 4> corner_a{};  ///< support points that they are the differences of
  std::array<Vec3, 4> corner_b{};
};

/// Gilbert, Johnson, Keerthi 1988 on supports, round ones too. Where curved cores all but touch, its nearest point creeps and the bounds
/// stay apart by the root of rounding: then B is moved back along the best direction, which makes the search well behaved and hardly
/// changes the direction, and forth again in ever smaller distances (a proximal point method). Bounds meet within kClosestGap of the reach
/// but for rare grazes of curved cores; `direction` with `lower` is true in any case. It starts at `guess`, any direction.
[[nodiscard]] CoreGap coreGap(const SupportMap& a, const SupportMap& b, const Vec3& guess);

/// The gap of two cores along a unit direction; negative when their shadows overlap.
[[nodiscard]] double gapAlong(const SupportMap& a, const SupportMap& b, const Vec3& direction);

}  // namespace sepax
