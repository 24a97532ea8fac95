#pragma once

#include "collide/gjk/closest_points.h"
#include "collide/sat/sat_report.h"
#include "geom/convex.h"

#include <cstddef>
#include <optional>

namespace sepax {

/// Finds axes of the same direction, sense ignored: equal to kSameDirection in each component. By a hash of the
/// distance from a fixed plane, in memory that is kept from one report to the next.
class DirectionSet {
 public:
  /// Forgets all. At most `count` directions follow.
  void clear(std::size_t count);

  /// Index of the first axis added with this unit direction, or −1 after adding this one as `index`.
  int findOrAdd(const Vec3& direction, int index, const Kept<SatAxis>& axes);

 private:
  struct Entry {
    double distance;  ///< from the plane
    int index, next;  ///< of an axis; of the entry before this one in the same bucket, or −1
  };
  Kept<int> newest_;  ///< entry of each bucket, −1 where it is empty; a power of two of them
  Kept<Entry> entries_;
};

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
