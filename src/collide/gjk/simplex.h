#pragma once

#include <array>

#include "geom/types.h"

namespace sepax {

/// The point of a simplex of one to four corners that is nearest to the origin.
struct NearestOnSimplex {
  Vec3 point{0.0};  ///< exactly zero when the simplex encloses the origin
  double squared = 0;
  /// Barycentric, of each corner; zero for corners that the nearest point does not need.
  std::array<double, 4> weights{};
  int count = 0;  ///< corners with weight
};

/// Tries every face of the simplex that has its last corner, which was just found; the other faces were tried before.
/// No Voronoi-region logic, and no case is lost to rounding, because a face that is left out by a hair is covered by
/// its own faces. Infinitely far when all faces are degenerate or nearest elsewhere. `enclosing` corners make a simplex
/// with an inside: 4 in space, 3 in the plane. Products up to the sixth power of the coordinates must neither overflow
/// nor vanish. Any unit. A face without extent is left to its own faces.
[[nodiscard]] NearestOnSimplex nearestOnSimplex(const std::array<Vec3, 4>& corners, int count, int enclosing);

}  // namespace sepax
