#pragma once

#include "geom/shape.h"
#include "geom/support.h"

#include <optional>
#include <utility>
#include <vector>

namespace sepax {

/// Separation of two convex shapes as a function of direction: how far B begins beyond the end of A along it, metres,
/// negative where their intervals overlap. Its largest value is the distance when they are apart and minus the depth
/// when they overlap; then it is reached on the normal of a face of the Minkowski difference: on a candidate axis of
/// the separating-axis test.
class SeparationField {
 public:
  SeparationField(const PosedShape& a, const PosedShape& b);
  /// The separation along a unit direction, world, from A to B.
  [[nodiscard]] double operator()(const Vec3& direction) const;

 private:
  Vec3 origin_;  ///< A's origin: numbers stay small far from the world's
  SupportMap a_, b_;
};

/// The directions that separate a pair in the plane: an arc of less than half a turn, radians, `from` < `to`.
struct DirectionFan {
  double from = 0, to = 0;
};
/// The arc around `best`, the direction of the deciding axis; nullopt when the shapes are not apart along it.
[[nodiscard]] std::optional<DirectionFan> separatingFan(const SeparationField& field, const Vec3& best);

/// The field sampled over all directions. In the plane `columns` directions from 0 to a full turn; in space a map of
/// the sphere with columns of equal longitude, +x in the middle, and rows of equal height, so that cells have equal
/// areas (Lambert's cylindrical projection).
struct Landscape {
  bool planar = true;
  int columns = 0, rows = 1;
  std::vector<double> separation;  ///< row by row, from z = 1 down
  double min = 0, max = 0;
};
[[nodiscard]] Landscape landscapeOf(const PosedShape& a, const PosedShape& b, int columns, int rows);

/// The direction at a place of the map, both coordinates from 0 to 1 (y is not used in the plane), and the place of a
/// direction.
[[nodiscard]] Vec3 landscapeDirection(bool planar, double x, double y);
[[nodiscard]] Vec2 landscapePlace(bool planar, const Vec3& direction);

/// Where the separation is zero on the map of the sphere, as short pieces between directions (marching squares,
/// straight between samples).
[[nodiscard]] std::vector<std::pair<Vec3, Vec3>> shoreOf(const Landscape& map);

}  // namespace sepax
