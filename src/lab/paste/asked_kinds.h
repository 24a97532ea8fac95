#pragma once

#include "lab/paste/found.h"

#include <optional>
#include <string_view>
#include <vector>

// Functions whose names say which two kinds they are asked about: intersectRayTriangle(ray, a, b, c),
// CheckCollisionCircleRec({x, y}, r, {…}), tri_tri_overlap(p1, q1, r1, p2, q2, r2), lineCircle(x1, y1, x2, y2, x, y,
// r).

namespace sepax::paste {

/// Whether the last name of a path says two kinds.
[[nodiscard]] bool saysTwoKinds(std::string_view function);

/// Bodies of both kinds from the arguments, in the order of the name. Nullopt: it says no two kinds, the arguments are
/// shapes alone, or numbers would be too few or left over. `are_squares`: the radii are given as such.
[[nodiscard]] std::optional<std::vector<FoundBody>> bodiesAsked(std::string_view function,
                                                                const std::vector<Reading>& arguments, int line,
                                                                bool are_squares, Findings& findings);

/// The body of the one kind that a method's name says, from its arguments: box.intersectSegment(from, to). Nullopt: it
/// says none or several, or the arguments do not fit.
[[nodiscard]] std::optional<FoundBody> bodyOfMethod(std::string_view method, const std::vector<Reading>& arguments,
                                                    int line, Findings& findings);

/// Reads what a constructor of a known kind (kind_names.h) makes of its arguments: a centre and a radius, two ends, two
/// corners. Nullopt: its arguments may mean something else.
[[nodiscard]] std::optional<FoundBody> bodyMade(std::string_view maker, const std::vector<Reading>& arguments, int line,
                                                Findings& findings);

/// The half-space below a plane by its normal and a point of it or the number of its equation, whose sign is a guess.
/// Nullopt: the normal is none.
[[nodiscard]] std::optional<FoundShape> planeOf(const Numbers& normal, const std::optional<Numbers>& point,
                                                const std::optional<Number>& offset, int line, Findings& findings);

}  // namespace sepax::paste
