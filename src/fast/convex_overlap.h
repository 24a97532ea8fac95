#pragma once

#include "collide/convex/polytope_report.h"

#include <cstddef>

namespace sepax {

/// Whether boxes and hulls overlap, without depth: GJK as a boolean (Gilbert, Johnson, Keerthi 1988; van den Bergen
/// 1999), which ends at the first direction that separates or the first tetrahedron of the Minkowski difference around
/// the origin. Both are taken only where rounding cannot have made them: else all axes are measured (PolytopeReports).
/// So the answer is never wrong but within rounding of touching; touching counts as overlapping.
class ConvexOverlaps {
 public:
  explicit ConvexOverlaps(const SatKernel& kernel = satKernel())
      : kernel_(kernel), reports_(SupportFeatures::kNone, kernel) {}

  [[nodiscard]] bool overlap(const PlacedPolytope& a, const PlacedPolytope& b);
  /// How many pairs took a report.
  [[nodiscard]] std::size_t byReport() const { return by_report_; }

 private:
  const SatKernel& kernel_;
  PolytopeReports reports_;
  std::size_t by_report_ = 0;
};

}  // namespace sepax
