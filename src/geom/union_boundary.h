#pragma once

#include "geom/convex_region.h"

#include <optional>
#include <span>
#include <vector>

namespace sepax {

/// A stretch of the boundary of a convex region: of a side from 0 to 1, of a rounded corner from angle to angle about
/// its centre, radians.
struct BoundaryPart {
  int region = 0;
  int element = 0;  ///< index of the side or of the corner
  bool is_arc = false;
  double from = 0, to = 1;
  Vec2 at{0.0}, along{0.0};  ///< of a side its start and the way to its end; of an arc its centre and {radius, 0}

  [[nodiscard]] Vec2 point(double parameter) const;
  /// Unit, outward.
  [[nodiscard]] Vec2 normal(const ConvexRegion& of, double parameter) const;
  /// The parameter in [low, high] whose point is nearest.
  [[nodiscard]] double nearestTo(const Vec2& place, double low, double high) const;
};

/// The parts of a region's boundary, of which `index` will be the number.
[[nodiscard]] std::vector<BoundaryPart> partsOf(const ConvexRegion& region, int index);
/// Adds the parameters at which a part may cross the boundary of a region shrunk by a tolerance, metres: those of the
/// lines and circles that the boundary is made of.
void addCrossingsOfPart(const BoundaryPart& part, const ConvexRegion& other, double tolerance,
                        std::vector<double>& out);

/// The union of open convex regions, each of them shrunk by a tolerance where it hides others' boundary: regions that
/// touch leave their boundaries free, and so does a slit of no width between two.
struct RegionUnion {
  std::span<const ConvexRegion> regions;
  std::size_t bounding;  ///< only the first so many have a boundary; the others, bridges, just hide
  double tolerance = 0;  ///< metres: the rounding of the coordinates
  double bridge_tolerance =
      0;  ///< as above of bridges, which meet the boundary in points alone, but not where they are grown by a body
};

/// The stretches of all regions' boundaries that no other region hides, of those sides and corners that meet the box
/// from `low` to `high`: the boundary of the union. Cuts between regions are no part of it where there are bridges.
[[nodiscard]] std::vector<BoundaryPart> boundaryOf(const RegionUnion& all, const Vec2& low = Vec2{-kInfinity},
                                                   const Vec2& high = Vec2{kInfinity});

/// The nearest place in none of the open regions.
struct FreePlace {
  Vec2 point{0.0};
  double distance = 0;
  BoundaryPart part;   ///< the stretch of the boundary that it is on
  Vec2 normal{1, 0};   ///< unit, towards the place: across the part where the place is nearest across it
  bool across = true;  ///< false at the end of a part: a corner of the union
};

/// The place on a union's boundary nearest to a point inside of it: boundary parts in the order of their distance, each
/// clipped by all other regions, until the next part is farther than the best. None when all places within `limit`
/// metres are inside.
[[nodiscard]] std::optional<FreePlace> nearestFree(const RegionUnion& all, const Vec2& from, double limit = kInfinity);

/// As nearestFree, of places in a closed window that is a region itself; the point may be anywhere, and is the answer
/// itself where it is free.
[[nodiscard]] std::optional<FreePlace> nearestFreeWithin(const ConvexRegion& window, const RegionUnion& all,
                                                         const Vec2& from, double limit);

}  // namespace sepax
