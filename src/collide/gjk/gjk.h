#pragma once

#include "collide/gjk/gjk_report.h"

namespace sepax {

inline constexpr int kMaxGjkSteps = 128;
inline constexpr int kMaxEpaSteps = 256;

/// Gilbert, Johnson, Keerthi 1988 on two cores, every step kept. The nearest point of the simplex is found by trying all its faces
/// (simplex.h). Fills `steps`, `stop` and `tolerances.gap` of the report; `scale` is a power of two that brings coordinates to about one.
void gjkSearch(const SupportMap& a, const SupportMap& b, double scale, GjkReport& report);

/// Expanding polytope algorithm (van den Bergen 2001), every step kept; in the plane the polytope is a polygon. Starts from GJK's last
/// simplex, made fat where it is thin. Distances of faces are signed, so an origin on or a hair outside the boundary is no special case:
/// the nearest face is then the most negative one. The answer's depth is a reach, so that moving out by it leaves no overlap but rounding.
[[nodiscard]] EpaTrace epaSearch(const SupportMap& a, const SupportMap& b, double scale, const std::vector<GjkVertex>& simplex, double gap);

/// The point of A ⊖ B farthest along a direction.
[[nodiscard]] GjkVertex differenceSupport(const SupportMap& a, const SupportMap& b, const Vec3& direction);

}  // namespace sepax
