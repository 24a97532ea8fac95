#include "fast/convex_overlap.h"

#include "fast/gjk_search.h"

namespace sepax {

bool ConvexOverlaps::overlap(const PlacedPolytope& a, const PlacedPolytope& b) {
  const GjkFound::Kind found = gjkSearch(PolytopeDifference(a, b, kernel_)).kind;
  if (found != GjkFound::Kind::kUncertain) return found == GjkFound::Kind::kOverlapping;
  ++by_report_;
  return decidingAxis(reports_.report(a, b)).separation <= 0;
}

}  // namespace sepax
