#pragma once

#include "geom/convex.h"
#include "geom/types.h"

#include <optional>
#include <span>
#include <vector>

namespace sepax {

/// A convex solid as what lies behind planes, metres. Planes that bound nothing are allowed.
struct ConvexSolid {
  struct Plane {
    Vec3 normal{1, 0, 0};  ///< unit, outward
    double offset = 0;     ///< of the plane along its normal
  };
  std::vector<Plane> planes;

  /// The height of a point over the plane that it is highest over: inside minus the distance to the boundary, outside
  /// at most the distance.
  [[nodiscard]] double height(const Vec3& point) const;
  /// As above; `normal` becomes that plane's.
  [[nodiscard]] double height(const Vec3& point, Vec3& normal) const;
};

/// Features without a volume: points, segments, triangles and flat hulls.
[[nodiscard]] bool isFlat(const ConvexFeatures& piece);
/// Flat, or less than `width` across one of its faces, metres. Cores without faces are flat, whatever their radius.
[[nodiscard]] bool isThin(const ConvexFeatures& piece, double width);

/// The solid behind the faces of a polytope, whatever its radius; a flat one has no planes.
[[nodiscard]] ConvexSolid solidOf(const ConvexFeatures& piece);
/// Behind the planes of a polytope's faces.
[[nodiscard]] ConvexSolid solidOf(const Polytope& polytope);

/// With its planes moved outwards, metres.
[[nodiscard]] ConvexSolid grownBy(ConvexSolid solid, double by);

/// A point or a thin body on a cut between two pieces is in neither, and still inside of their union: pieces grown by
/// `growth` cover the cuts, and what is still in them `insideOf` away from their boundary is inside. A touching
/// tolerance of the shape gives both.
struct CutCover {
  double growth, inside_of;
  explicit CutCover(double tolerance) : growth(4 * tolerance), inside_of(100 * growth) {}
  /// A body that is wider fills the cuts by itself.
  [[nodiscard]] double width() const { return 2 * growth; }
};

/// The nearest place in none of the open solids.
struct FreePlace3 {
  Vec3 point{0.0};
  double distance = 0;
  Vec3 normal{1, 0, 0};  ///< unit: of the face where the place is nearest across it, else towards the place
  bool across = true;    ///< false on an edge or at a corner of the union
};

/// The place on the boundary of a union of solids nearest to a point inside of it; solids are shrunk by `tolerance`
/// where they hide others' faces. Faces in the order of their planes' distance; on each plane the others leave convex
/// sections, and nearestFreeWithin answers. None when all places within `limit` metres are inside. `looks` is how many
/// planes may be clipped; what is left of it is negative when the search ended before it had looked at all of them, and
/// the place is then not proved to be the nearest.
[[nodiscard]] std::optional<FreePlace3> nearestFree(std::span<const ConvexSolid> solids, const Vec3& from,
                                                    double tolerance, double limit, std::int64_t& looks);

}  // namespace sepax
