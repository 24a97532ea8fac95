#pragma once

#include "geom/types.h"

#include <glm/mat4x4.hpp>

#include <algorithm>
#include <limits>
#include <vector>

namespace sepax {

/// An affine map: point → offset + linear · point.
struct Affine {
  Mat3 linear{1.0};
  Vec3 offset{0.0};
};

/// The map of a 4×4 matrix whose last row is (0, 0, 0, 1); a projective one is the caller's mistake.
[[nodiscard]] Affine affineOf(const glm::dmat4& matrix);

/// The mapped point, summed in a fixed order so that `transformed` bounds its very rounding.
[[nodiscard]] Vec3 apply(const Affine& map, const Vec3& point);

/// An axis-aligned box in min/max form. Default: empty, min above max, so that adding a first point gives just that
/// point.
struct MinMaxBox {
  Vec3 min{std::numeric_limits<double>::infinity()};
  Vec3 max{-std::numeric_limits<double>::infinity()};
  friend bool operator==(const MinMaxBox&, const MinMaxBox&) = default;
};

[[nodiscard]] bool isEmpty(const MinMaxBox& box);
inline void add(MinMaxBox& box, const Vec3& point) {
  for (int c = 0; c < 3; ++c) {
    box.min[c] = std::min(box.min[c], point[c]);
    box.max[c] = std::max(box.max[c], point[c]);
  }
}
[[nodiscard]] MinMaxBox boundsOf(const std::vector<Vec3>& points);
/// Faces belong to the box; an empty box contains nothing.
[[nodiscard]] bool contains(const MinMaxBox& box, const Vec3& point);
/// Halfway between min and max, for coordinates up to the largest double. Expects a box that is not empty.
[[nodiscard]] Vec3 centreOf(const MinMaxBox& box);
/// Full lengths along x, y, z; zeros for an empty box.
[[nodiscard]] Vec3 sizesOf(const MinMaxBox& box);
[[nodiscard]] double longestSide(const MinMaxBox& box);
/// The shortest one; in the plane (2 dimensions) of the first two.
[[nodiscard]] double shortestSide(const MinMaxBox& box, int dimensions = 3);
/// Whether they have a point in common, be it of their faces.
[[nodiscard]] bool meet(const MinMaxBox& a, const MinMaxBox& b);
/// The least half extents with centre − half ≤ min and centre + half ≥ max as doubles add them.
[[nodiscard]] Vec3 halfExtentsOf(const MinMaxBox& box);

/// The box around the mapped box without visiting corners: per output coordinate and column, m·min or m·max by the sign
/// of m (Arvo, Graphics Gems 1990). Contains `apply(map, p)` for every p of the box, rounding included, because each
/// rounded step is monotone.
[[nodiscard]] MinMaxBox transformed(const MinMaxBox& box, const Affine& map);

/// The box around the mapped points themselves: the tightest there is.
[[nodiscard]] MinMaxBox refitted(const std::vector<Vec3>& points, const Affine& map);

/// How much larger a transformed box is than one refitted from the vertices.
struct RefitComparison {
  MinMaxBox transformed, refitted;
  double sides_ratio = 1;   ///< sum of the three sides, transformed over refitted; 1 when both are a point
  double volume_ratio = 1;  ///< infinite when only the refitted box is flat
};
[[nodiscard]] RefitComparison compareRefit(const std::vector<Vec3>& points, const Affine& map);

}  // namespace sepax
