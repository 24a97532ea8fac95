#pragma once

#include "collide/sat/sat_report.h"
#include "core/kept.h"
#include "geom/convex.h"

#include <vector>

namespace sepax {

/// Projects one shape on many directions. Small cores are scanned; large ones are climbed along their edges from the
/// last extreme vertex, or from the highest of some where that is long (around a disc), which on a convex polytope ends
/// at the same height (Gilbert and Foo 1990) and lets a mesh's hull be tested live. Cylinders and cones are projected
/// in closed form: h·|L·a| + r·√(1 − (L·a)²) either side of a cylinder's centre; so are tapered capsules, the farther
/// of two balls, and ellipsoids, √(Σ (hᵢ·(L·aᵢ))²) either side of the centre.
class Projector {
 public:
  /// Cores of more vertices than `scan_up_to` are climbed. `shape` must outlive the projector.
  explicit Projector(const ConvexFeatures& shape, std::size_t scan_up_to = 128);

  /// The interval on a unit direction; support features include every vertex within `slack` metres of the end. Support
  /// features of curved cores have no vertices, and the kind vertex on a rim, apex or ellipsoid, edge on a lateral
  /// line, face on a cap or disc.
  [[nodiscard]] Interval operator()(const Vec3& direction, double slack);

 private:
  [[nodiscard]] int extreme(const Vec3& direction);
  [[nodiscard]] bool climb(const Vec3& direction, int& from, std::size_t max_steps) const;
  void gather(const Vec3& direction, int top, double slack, SupportFeature& feature);
  [[nodiscard]] static Interval dropInterval(const CurvedCore& core, const Vec3& direction, double slack);
  [[nodiscard]] static Interval ellipsoidInterval(const CurvedCore& core, const Vec3& direction, double slack);
  [[nodiscard]] static Interval curvedInterval(const CurvedCore& core, const Vec3& direction, double slack);
  [[nodiscard]] Interval scan(const Vec3& direction, double slack);

  const ConvexFeatures& shape_;
  bool climbs_ = false;
  std::vector<int> first_neighbour_,
      neighbours_;                 ///< of vertex v: neighbours_[first_neighbour_[v] … first_neighbour_[v + 1])
  std::vector<int> landmarks_;     ///< vertices all over the core, so many that a climb from the highest is short
  std::vector<int> seen_, queue_;  ///< marks of the last gathering
  int stamp_ = 0;
  std::vector<int> found_;  ///< the vertex last found in each part of the sphere of directions: where a climb begins
  Kept<double> heights_;
};

}  // namespace sepax
