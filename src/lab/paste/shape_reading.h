#pragma once

#include "lab/paste/api_rows.h"
#include "lab/paste/found.h"
#include "lab/paste/number_groups.h"
#include "lab/paste/value.h"
#include "lab/paste/words.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sepax::paste {

// Which shapes calls and objects of the grammar are, once the names in them are looked up.

/// The meaning of the arguments of a call that makes a shape.
struct ShapeArguments {
  std::vector<std::pair<Role, Numbers>> named;  ///< sizes, by the roles of their names
  Numbers numbers;                              ///< those without names or with short ones, in order
  Numbers centre;                               ///< in the body's frame, where it has a name
  char axis = 'y';                              ///< the row's, or the one that they name
  bool is_upright = true;                       ///< the direction of Unity's capsules of the plane
};

/// 0, 1, 2 as the names of axes.
[[nodiscard]] std::optional<char> axisOf(const Number& number);

/// A polygon of the plane, or the hull of points in space; a ring's last point, the first again, is left out. At least
/// one point.
[[nodiscard]] FoundShape shapeOfPoints(Numbers points, std::size_t dimensions, int line, Findings& findings);
/// The hull of more than four points whose coordinates are three rows, x first. Nullopt: there are fewer, or their
/// numbers are no multiple of three.
[[nodiscard]] std::optional<FoundShape> hullOfColumns(const Numbers& numbers, int line, Findings& findings);

/// Whether a call's number after `index` others is the angle by which the shape is turned in the body.
[[nodiscard]] bool isTurn(const ApiShape& row, std::size_t index);

/// The shape of a call whose row has "points" as its roles; 0 `dimensions`: they are unknown. Nullopt: fewer than three
/// points.
[[nodiscard]] std::optional<FoundShape> shapeOfCorners(const ApiShape& row, Numbers points, std::size_t dimensions,
                                                       int line);
/// The shape of a call with any other row, and the body's position where the roles have it. Nullopt: the arguments do
/// not fit.
[[nodiscard]] std::optional<FoundShape> shapeOfArguments(const Value& call, const ApiShape& row,
                                                         ShapeArguments arguments, Findings& findings, FoundPose& pose);
/// Remarks which sizes the API of the row takes, and where it says so.
void remarkSizes(const FoundShape& shape, const ApiShape& row, const Value& call, const NumbersOf& numbersOf,
                 Findings& findings);

/// A shape of sizes that bear their roles in words; `axis`: along which the text says it lies.
[[nodiscard]] std::optional<FoundShape> shapeOfSizes(std::string_view type,
                                                     const std::vector<std::pair<Role, Numbers>>& sizes,
                                                     const ApiShape* row, Findings& findings,
                                                     std::optional<char> axis = std::nullopt);
/// A shape of Bullet as debuggers show it. Nullopt: `value` is none. Bullet keeps sizes that are less by the margin,
/// but not for balls and capsules, whose radius is their margin (Bullet 3.24, btBoxShape.cpp, btCylinderShape.cpp,
/// btCapsuleShape.cpp).
[[nodiscard]] std::optional<FoundShape> bulletsOwn(const Value& value, const NumbersOf& numbersOf, Findings& findings);
/// The type, as case files have it, of an object that holds sizes: as its members say, else its row, else its `name`;
/// empty: unknown.
[[nodiscard]] std::string typeOfMembers(const Value& value, std::string_view name, const ApiShape* row);

/// A ray of as many dimensions as its origin.
[[nodiscard]] FoundShape rayFrom(Numbers origin, Numbers direction, int line);

}  // namespace sepax::paste
