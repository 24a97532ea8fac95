#pragma once

#include "geom/mesh.h"

#include <span>

namespace sepax {

/// The volume that a closed surface goes around more than once, as often as it does so beyond the first time, m³: so
/// much too large are its signed volume and its mass where its parts run into each other. Measured along rows through
/// its box: 0 where parts touch, within about a hundredth elsewhere.
[[nodiscard]] double sharedVolume(std::span<const Vec3> vertices, std::span<const TriangleIndices> triangles);

/// That of a mesh, measured once; 0 where it is open.
[[nodiscard]] double sharedVolume(const MeshData& mesh);

}  // namespace sepax
