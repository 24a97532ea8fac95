#pragma once

#include "document/document.h"

#include <vector>

namespace sepax {

// Shapes from points that a hand sets, and points of shapes that a hand moves. World space; the bodies get ids
// elsewhere.

/// A polygon through the points in their order, its origin in the middle of their bounds. The error says why it is
/// none.
[[nodiscard]] Result<Body> polygonBody(const std::vector<Vec3>& points);

/// The convex hull of points: a polygon in the plane, a hull in space.
[[nodiscard]] Result<Body> hullBody(const std::vector<Vec3>& points, Space space);

/// A circle or a sphere around a point through another.
[[nodiscard]] Result<Body> roundBody(const Vec3& centre, const Vec3& rim, Space space);

/// A box between two corners; in space as deep as its shorter side.
[[nodiscard]] Result<Body> boxBody(const Vec3& corner, const Vec3& opposite, Space space);

/// The points of a body that a hand can move, world space: corners of a polygon, a hull, a triangle; empty for other
/// shapes.
[[nodiscard]] std::vector<Vec3> editablePoints(const Body& body);

/// True when points can be inserted and deleted.
[[nodiscard]] bool canChangePointCount(const Body& body);

/// The body with other points; the error says why the shape is none.
[[nodiscard]] Result<Body> withPoints(const Body& body, const std::vector<Vec3>& points, Space space);

}  // namespace sepax
