#pragma once

#include "collide/gjk/closest_points.h"
#include "collide/sat/sat_report.h"
#include "geom/convex.h"

#include <optional>

namespace sepax {

/// How to report edge pairs that span no face of the Minkowski difference.
enum class PrunedPairs {
  kCounted,  ///< left unmeasured: for callers that only need what decides
  kListed,   ///< measured and listed with the reason, of pairs with at most kMaxListedEdgePairs edge pairs: for people
};

/// The separating-axis test of two convex shapes whose features are given relative to `origin` (A's centre in the
/// world), rotated as in the world. Measures every axis and never exits early (Gottschalk, Lin, Manocha 1996 for boxes;
/// Gregorius 2013 for pruning hull edge pairs on the Gauss map; closest features of the cores for round shapes). `size`
/// scales the tolerances, `touching` is in metres. `closest` gets the closest points of the cores where an axis asks
/// for them.
[[nodiscard]] SatReport satReport(const ConvexFeatures& a, const ConvexFeatures& b, const Vec3& origin, double size,
                                  double touching, PrunedPairs pruned = PrunedPairs::kCounted,
                                  std::optional<ClosestPoints>* closest = nullptr);

/// Both shapes measured on one unit direction, of its two senses the one with the larger separation.
[[nodiscard]] SatAxis measuredAxis(const ConvexFeatures& a, const ConvexFeatures& b, const Vec3& direction,
                                   double support_slack);

/// The unit directions of those of its axes that stay as they are while the shapes move without rotating: of faces and
/// of edge pairs, without pruned and parallel ones. Shapes may have others (curved ones, closest features).
[[nodiscard]] std::vector<Vec3> fixedDirections(const ConvexFeatures& a, const ConvexFeatures& b);

}  // namespace sepax
