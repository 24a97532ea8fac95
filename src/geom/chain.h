#pragma once

#include "core/error.h"
#include "geom/field.h"
#include "geom/types.h"

#include <tuple>
#include <vector>

namespace sepax {

/// 2D polyline: segments from each vertex to the next, seen from both sides, body space. It closes when its last vertex is its first, and
/// even then it has no inside; it may cross itself. Segment i runs from vertex i to vertex i + 1.
struct Chain {
  std::vector<Vec2> vertices{{-0.8, 0.2}, {-0.3, -0.1}, {0.3, 0.1}, {0.8, -0.2}};
  static constexpr const char* kType = "chain";
  static constexpr bool kPlanar = true;
  static constexpr auto fields() {
    return std::tuple{Field<Chain, std::vector<Vec2>>{"vertices", &Chain::vertices, -kMaxLength, kMaxLength, "m",
                                                      "Corners of the line in order; repeat the first at the end to close it."}};
  }
  friend bool operator==(const Chain&, const Chain&) = default;
};

/// Refuses fewer than two vertices and neighbours at one place, naming the vertex.
[[nodiscard]] Result<void> validate(const Chain& chain);

/// Half the length of segment `index`, and where it lies: its middle, and x along it.
struct ChainSegment {
  double half_length = 0;
  Pose pose;
};
[[nodiscard]] ChainSegment segmentOf(const Chain& chain, int index);

}  // namespace sepax
