#pragma once

#include "document/document.h"

#include <vector>

namespace sepax {

/// How deep a half-space of the plane is filled below its surface, of half the width that is shown.
inline constexpr double kHalfSpaceShown = 0.25;

/// A body's shape for showing: for a half-space the piece of its surface below the visible bodies that have an end, its
/// proxy being as wide as the piece.
[[nodiscard]] PosedShape shownShape(const Body& body, const Document& document);

/// The points of a shown half-space that a view must hold: points of the surface around the middle of the piece, world.
[[nodiscard]] std::vector<Vec3> shownPoints(const PosedShape& half_space);

}  // namespace sepax
