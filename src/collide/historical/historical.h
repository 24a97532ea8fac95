#pragma once

#include "collide/pair.h"

#include <vector>

namespace sepax {

// Published ways to test a pair, each with the defects that made it known, written from their descriptions. They are rows of the pair
// table so that a case can show what goes wrong; their answers prove nothing. A defect of a sequence of calls or of a single box is
// modelled as the verdict that a pair gets from it; the comment at the function says how.

[[nodiscard]] std::vector<PairAlgorithm> projectionRadiusRows();  ///< 2D boxes by projection radii
[[nodiscard]] std::vector<PairAlgorithm> gameShapeRows();         ///< circles and rectangles of small games
[[nodiscard]] std::vector<PairAlgorithm> fifteenAxisRows();       ///< 3D boxes in A's frame
[[nodiscard]] std::vector<PairAlgorithm> cornerIntervalRows();    ///< 3D boxes by projected corners, and fitting them
[[nodiscard]] std::vector<PairAlgorithm> alignedBoxRows();        ///< axis-aligned boxes around the shapes
[[nodiscard]] std::vector<PairAlgorithm> engineRows();            ///< what users of engines and libraries ran into
[[nodiscard]] std::vector<PairAlgorithm> contactRows();           ///< the same about depths, contacts and witness points

/// All of the above, in this order.
[[nodiscard]] std::vector<PairAlgorithm> historicalAlgorithms();

}  // namespace sepax
