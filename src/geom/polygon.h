#pragma once

#include "core/error.h"
#include "core/kept.h"
#include "geom/field.h"
#include "geom/types.h"

#include <tuple>
#include <vector>

namespace sepax {

/// 2D simple polygon, convex or concave, vertices in order around it (either sense), body space. Repeated and collinear
/// vertices are allowed. Edge i runs from vertex i to the next different one.
struct Polygon {
  std::vector<Vec2> vertices{{-0.5, -0.4}, {0.5, -0.4}, {0.0, 0.6}};
  static constexpr const char* kType = "polygon";
  static constexpr bool kPlanar = true;
  static constexpr auto fields() {
    return std::tuple{Field<Polygon, std::vector<Vec2>>{"vertices", &Polygon::vertices, -kMaxLength, kMaxLength, "m",
                                                        "Corners in order around the polygon; it may be concave."}};
  }
  friend bool operator==(const Polygon&, const Polygon&) = default;
};

/// Refuses fewer than three distinct vertices, no area, and outlines that cross, touch or fold back on themselves;
/// names vertex or edges.
[[nodiscard]] Result<void> validate(const Polygon& polygon);

/// True when no corner of a valid polygon is reflex (beyond rounding).
[[nodiscard]] bool isConvex(const Polygon& polygon);

/// Indices of the vertices around a valid polygon, counter-clockwise, without repetitions (of equal neighbours the last
/// is kept).
[[nodiscard]] Kept<int> outlineOf(const Polygon& polygon);

/// The outline as points in counter-clockwise order, the input of every algorithm.
[[nodiscard]] std::vector<Vec2> counterClockwise(const Polygon& polygon);

/// Indices of the outline's vertices that are corners of its convex hull, counter-clockwise.
[[nodiscard]] std::vector<int> hullOf(const Polygon& polygon);

/// Signed sine of the change of direction from a over b to c, times the lengths of both steps: positive to the left; 0
/// within rounding of straight.
[[nodiscard]] double orientation(const Vec2& a, const Vec2& b, const Vec2& c);

}  // namespace sepax
