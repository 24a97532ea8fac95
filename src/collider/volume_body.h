#pragma once

#include "core/error.h"
#include "document/document.h"
#include "geom/bounding_volumes.h"
#include "geom/decompose.h"

#include <string>
#include <vector>

namespace sepax {

/// A body without an id that is exactly the fitted volume where it was fitted: sphere, box along the axes, rotated box,
/// hull (of a hull or k-DOP). Refuses planar volumes and k-DOPs and hulls without volume.
[[nodiscard]] Result<Body> bodyOf(const FittedVolume& volume);

/// A hull for each piece, "rock piece 1", …; in the coordinates of the mesh.
[[nodiscard]] Result<std::vector<Body>> bodiesOf(const Decomposition& pieces, const std::string& name);
/// All pieces as one shape, in the coordinates of the mesh.
[[nodiscard]] Result<Shape> compoundOf(const Decomposition& pieces);

}  // namespace sepax
