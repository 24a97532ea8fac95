#pragma once

#include "document/document.h"

#include <optional>
#include <string>
#include <vector>

namespace sepax {

/// The part of the bodies' bounds that is aligned.
enum class AlignAt { kMin, kMiddle, kMax };

/// The bodies moved along a coordinate axis so that their bounds line up with those of the last one.
[[nodiscard]] std::vector<Body> aligned(std::vector<Body> bodies, int axis, AlignAt at);

/// The bodies moved along a coordinate axis so that the gaps between their bounds are equal; the outermost stay.
[[nodiscard]] std::vector<Body> distributed(std::vector<Body> bodies, int axis);

/// The bodies rotated together about an axis (unit) through a point.
[[nodiscard]] std::vector<Body> rotatedTogether(std::vector<Body> bodies, const Vec3& centre, const Vec3& axis,
                                                double angle);

/// A body's rotation after another one about a world axis, radians, in the form that it has.
[[nodiscard]] Rotation rotatedBy(const Body& body, const Vec3& axis, double angle);

/// How far a body must move so that it just touches another, by the separation that the pair test measures.
struct TouchMove {
  std::string other;
  Vec3 shift{0.0};
};

/// The shortest way, or along `direction` (unit) when given; nullopt when there is none.
[[nodiscard]] std::optional<TouchMove> moveToTouch(const Document& document, const std::string& id,
                                                   const std::string& other, const std::optional<Vec3>& direction = {});

/// A move to the body that is reached first, hidden bodies and the bodies named in `without` left out, when it is
/// within `reach` metres.
[[nodiscard]] std::optional<TouchMove> nearestTouch(const Document& document, const std::string& id,
                                                    const std::vector<std::string>& without, double reach,
                                                    const std::optional<Vec3>& direction = {});

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
