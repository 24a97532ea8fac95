#pragma once

#include <vector>

#include "geom/polytope.h"
#include "geom/types.h"

namespace sepax {

/// How many sides of a surface its area counts: of a solid one, of flat shapes and open surfaces both, of a compound
/// of both kinds what each child has.
enum class AreaSides { kOne, kBoth, kMixed };
[[nodiscard]] const char* areaSidesName(AreaSides sides);  ///< "one", "both", "mixed"

/// Volume, area, centre of mass and, about that, the second moment, the integral of (x − centre)(x − centre)ᵀ over the
/// volume. Body space, metres; in 2D areas take the place of volumes and lengths that of areas.
struct Measures {
  double volume = 0, area = 0;
  Vec3 centre{0.0};
  Mat3 second{0.0};
  bool surface_only = false;
};

[[nodiscard]] inline Mat3 diagonal(const Vec3& d) { return {Vec3{d.x, 0, 0}, Vec3{0, d.y, 0}, Vec3{0, 0, d.z}}; }

/// Sums up triangles, wound outward.
class TriangleSum {
 public:
  explicit TriangleSum(const Vec3& origin) : origin_(origin) {}

  void add(const Vec3& a, const Vec3& b, const Vec3& c);
  void add(const Polytope& polytope);
  [[nodiscard]] Measures solid() const;
  [[nodiscard]] Measures surface(double area) const;

 private:
  Vec3 origin_;
  double six_volumes_ = 0, two_areas_ = 0;
  Vec3 volume_moment_{0.0}, area_moment_{0.0};
  Mat3 second_{0.0};
};

/// A polygon by its outline, counter-clockwise, in z = 0.
[[nodiscard]] Measures measureOutline(const std::vector<Vec3>& outline);

/// All points within `r` of a convex polygon, or of a convex polytope, of which `core` are the measures: by the parts
/// of Steiner's formula, strips or slabs along the sides and faces, pieces of cylinders along edges, pieces of a disc
/// or ball at the corners.
[[nodiscard]] Measures grownOutline(const Measures& core, std::vector<Vec3> outline, double r);
[[nodiscard]] Measures grownPolytope(const Measures& core, const Polytope& polytope, double r);

}  // namespace sepax
