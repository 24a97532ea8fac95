#pragma once

#include "geom/mesh.h"

#include <array>
#include <vector>

namespace sepax::test {

/// The outward triangles of a box whose corner i is at the greater x where i has bit 0, y bit 1, z bit 2.
inline constexpr std::array<TriangleIndices, 12> kBoxTriangles{{{0, 2, 1},
                                                                {1, 2, 3},
                                                                {4, 5, 6},
                                                                {5, 7, 6},
                                                                {0, 1, 4},
                                                                {1, 5, 4},
                                                                {2, 6, 3},
                                                                {3, 6, 7},
                                                                {0, 4, 2},
                                                                {2, 4, 6},
                                                                {1, 3, 5},
                                                                {3, 7, 5}}};

[[nodiscard]] inline std::vector<TriangleIndices> boxTriangles() {
  return {kBoxTriangles.begin(), kBoxTriangles.end()};
}

}  // namespace sepax::test
