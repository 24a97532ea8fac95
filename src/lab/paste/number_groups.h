#pragma once

#include "lab/paste/api_rows.h"
#include "lab/paste/found.h"
#include "lab/paste/value.h"
#include "lab/paste/words.h"

#include <functional>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace sepax::paste {

// The meaning of numbers that belong together: a rotation, a matrix, the sizes of a shape, corners.

/// Gives the numbers in a value, its names looked up and vectors taken apart.
using NumbersOf = std::function<Numbers(const Value&)>;

/// The place of a component's name in a vector: x 0 … w 3; −1: none.
[[nodiscard]] int componentOf(std::string_view name);
/// {x: 1, y: 2, z: 3}, {w = 1, x = 0, …}: in the order x y z w; empty when the members are others.
[[nodiscard]] Numbers namedComponents(const Value& value);

/// Whether angles without a unit are degrees, which is assumed of those beyond a full turn, and then of all in
/// the text.
[[nodiscard]] bool areDegrees(const Numbers& angles, Findings& findings);
[[nodiscard]] Number halved(Number n);
/// Half a length without its cap, not below 0: engines take a capsule that is shorter than its caps for a sphere.
[[nodiscard]] Number withoutCap(Number half, const Number& radius);

/// Four numbers without any API's word for their order: decided by a component near ±1 at an end, else assumed w last.
[[nodiscard]] FoundRotation quaternionOf(Numbers numbers, Findings& findings, std::string_view known_order = {});
/// Nine, twelve or sixteen numbers; sixteen, and twelve as three rows of four, give a position, too.
void takeMatrix(const Numbers& numbers, Findings& findings, RotationKind kind, FoundPose& pose,
                std::size_t row_length = 0);
/// Unreal's rotator: roll about x and pitch about y the other way round, then yaw about z.
[[nodiscard]] FoundRotation rotatorOf(const Numbers& pitch_yaw_roll);
/// Assumes and remarks what the API of a row of the tables, by the row's source, has otherwise than a case.
void takeConventions(const Api* api, Findings& findings);
/// A capsule that fills a rectangle, lying along x or standing along y.
void fillRectangle(FoundShape& capsule, const Number& width, const Number& height, bool lies);
/// Sets direction and length of a ray whose origin is set.
void setRayTo(FoundShape& ray, const Numbers& end);
/// Ends of a capsule, cylinder or cone that lies along a direction.
void layAlong(FoundShape& shape, const Numbers& direction, const Number& half, Findings& findings);
/// Moves the corners of a polygon so that the centroid of its area is the origin.
void moveToCentroid(Numbers& corners);
/// Planar points in order around their convex hull; as they are where they are in such an order.
[[nodiscard]] Numbers convexOrder(const Numbers& points);

}  // namespace sepax::paste
