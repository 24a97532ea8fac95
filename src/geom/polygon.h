#pragma once

#include "core/error.h"
#include "geom/field.h"
#include "geom/types.h"

#include <tuple>
#include <vector>

namespace sepax {

/// 2D convex polygon, vertices in order around it (either sense), body space. Repeated and collinear vertices are allowed.
struct Polygon {
  std::vector<Vec2> vertices{{-0.5, -0.4}, {0.5, -0.4}, {0.0, 0.6}};
  static constexpr const char* kType = "polygon";
  static constexpr bool kPlanar = true;
  static constexpr auto fields() {
    return std::tuple{Field<Polygon, std::vector<Vec2>>{"vertices", &Polygon::vertices, -kLargestLength, kLargestLength, "m",
                                                        "Corners in order around the polygon."}};
  }
  friend bool operator==(const Polygon&, const Polygon&) = default;
};

/// Refuses fewer than three distinct vertices, no area, edges that cross, and reflex corners; names the vertex.
[[nodiscard]] Result<void> validate(const Polygon& polygon);

/// The same outline counter-clockwise, without repeated vertices: what every algorithm works on. Expects a valid polygon.
[[nodiscard]] std::vector<Vec2> counterClockwise(const Polygon& polygon);

}  // namespace sepax
