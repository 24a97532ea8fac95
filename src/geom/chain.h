#pragma once

#include "core/error.h"
#include "geom/field.h"
#include "geom/types.h"

#include <tuple>
#include <vector>

namespace sepax {

/// 2D polyline: segments from each vertex to the next, body space. It closes when its last vertex is its first, and
/// even then it has no inside; it may cross itself. Segment i runs from vertex i to vertex i + 1. A one-sided chain has
/// a front, to the right of the way along it as Box2D's chain shape has: contacts and rays from behind do not count;
/// verdict, distance and sweeps are about where the line is.
struct Chain {
  std::vector<Vec2> vertices{{-0.8, 0.2}, {-0.3, -0.1}, {0.3, 0.1}, {0.8, -0.2}};
  bool one_sided = false;
  static constexpr const char* kType = "chain";
  static constexpr bool kPlanar = true;
  static constexpr auto fields() {
    return std::tuple{
        Field<Chain, std::vector<Vec2>>{"vertices", &Chain::vertices, -kMaxLength, kMaxLength, "m",
                                        "Corners of the line in order; repeat the first at the end to close it."},
        Field<Chain, bool>{"one_sided", &Chain::one_sided, 0, 1, "",
                           "Optional: contacts and rays count only on the right of the way along the line."}};
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

/// Unit, body space: to the right of segment `index` seen along it, where a one-sided chain has its front.
[[nodiscard]] Vec3 frontOf(const Chain& chain, int index);

}  // namespace sepax
