#pragma once

#include "geom/decompose.h"
#include "geom/mesh_solid.h"

#include <vector>

namespace sepax {

/// The hulls of a mesh's pieces, whatever their corners: together they hold all of its surface and of its inside. With
/// a progress that says stop they are what was found until then.
[[nodiscard]] std::vector<QuickHull> groupedHulls(const MeshData& mesh, const MeshSolid& solid,
                                                  const DecomposeOptions& options);

}  // namespace sepax
