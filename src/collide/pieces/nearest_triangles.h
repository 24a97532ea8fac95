#pragma once

#include "geom/mesh.h"

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace sepax {

/// The pairs of triangles of two meshes any of which may be among the `keep` nearest, by the nodes of their leaves;
/// `from_b` maps B's body space to A's. Best first over discs (geom/box_tree.h), whose bounds are floats with room for
/// their rounding. The distance of two triangles is plain arithmetic: pairs within 1e-11 of the meshes' extent are
/// among them too, for the reference to decide. None where the meshes are nearer than 1e-5 of that, or cross.
[[nodiscard]] std::optional<std::vector<std::pair<int, int>>> nearestTriangles(const MeshData& a, const MeshData& b,
                                                                               const Affine& from_b, std::size_t keep);

}  // namespace sepax
