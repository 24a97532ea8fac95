#pragma once

#include "geom/polygon.h"

#include <vector>

namespace sepax {

/// A convex part of a polygon.
struct PolygonPiece {
  std::vector<int> loop;   ///< vertices of the polygon, counter-clockwise, collinear ones included
  std::vector<int> edges;  ///< edge i runs from loop[i] to the next: the outline's edge of that index, or −1 for a cut
                           ///< through the inside
};

/// Splits a valid polygon into convex pieces that share whole edges: ears are clipped (Meisters 1975), then cuts that
/// no reflex corner needs are taken out, longest first (Hertel and Mehlhorn 1983: at most four times as many pieces as
/// there must be). A convex polygon is one piece. Works on the vertices as they are, no points are added.
[[nodiscard]] std::vector<PolygonPiece> convexPieces(const Polygon& polygon);

}  // namespace sepax
