#pragma once

#include "collide/pieces/piece_search.h"

#include <cstdint>
#include <vector>

namespace sepax {

/// Two triangles of different meshes that cross, and the segment that they have in common.
struct SurfaceCrossing {
  int a = 0, b = 0;         ///< triangles
  Vec3 from{0.0}, to{0.0};  ///< along the normal of a × that of b; world
};

/// Where the surfaces of two meshes or heightfields cross: the curve of their intersection, in pieces. For closed
/// meshes it is closed.
struct SurfaceCrossings {
  std::int64_t count = 0;                 ///< pairs of triangles
  double length = 0;                      ///< of all segments, metres
  std::vector<SurfaceCrossing> segments;  ///< kMaxCrossings of them at most
  bool complete = true;                   ///< false: the search ended at kMaxCrossingLooks
};

inline constexpr std::size_t kMaxCrossings = 50'000;
/// Pairs of triangles whose boxes meet that are looked at.
inline constexpr std::int64_t kMaxCrossingLooks = 2'000'000;

/// The crossings of two shapes that are made of triangles; others have none. Each triangle must have corners on both
/// sides of the other's plane, in which a corner counts as in front (Möller 1997): triangles in one plane do not cross,
/// of two that share an edge at most one does, and one without an area has no plane and crosses none.
[[nodiscard]] SurfaceCrossings crossingsOf(const PieceSearch& search);

}  // namespace sepax
