#pragma once

#include "lab/paste/value.h"

#include <cstddef>
#include <functional>
#include <string_view>
#include <vector>

namespace sepax::paste {

/// How many numbers a value has, its names looked up.
using CountOf = std::function<std::size_t(const Value&)>;

/// The key of the place that {x, y, width, height} say: where the sides of a rectangle begin, which some mean as its
/// middle.
inline constexpr std::string_view kCornerOfSides = "mincorner";

/// Whether a key is of a number that is one of a vector's, or a radius: "x", "width", "cx", "r".
[[nodiscard]] bool isPartOfVector(std::string_view key);

/// The members of an object under the keys that all readers of shapes know: {x, y, radius} has a "position", {x, y,
/// width, height} a kCornerOfSides and a "size", {x1, y1, x2, y2} of a segment "from" and "to", {a, b, c} of a
/// triangle "vertices". `kind` is the type of a case's shape, or empty. Members without such a key stay.
[[nodiscard]] std::vector<NamedValue> withCommonKeys(std::vector<NamedValue> items, std::string_view kind,
                                                     bool speaks_of_triangles, const CountOf& countOf);

}  // namespace sepax::paste
