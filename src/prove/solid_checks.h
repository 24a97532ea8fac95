#pragma once

#include "prove/contact_checks.h"

#include <array>
#include <cstdint>

namespace sepax {

/// Queries about a mesh that was taken apart into convex pieces. Errors are parts of the mesh's volume or of the
/// diagonal of its box, but for kCorners.
enum class SolidQuery {
  kVolume,     ///< the mesh's own volume is what its cells hold together
  kConvex,     ///< no corner of a piece lies above a face of it
  kCorners,    ///< so many corners, or pieces, more than were asked for
  kOutside,    ///< the part of the pieces that is outside the mesh, against random points, beyond four deviations
  kUncovered,  ///< the part of the mesh that no piece holds, in the same way
  kOffMesh,    ///< by how much a point of a piece is farther off the mesh than was said
  kOffPieces,  ///< by how much a point of the mesh is farther off all pieces than was said
};
inline constexpr std::size_t kSolidQueries = 7;
[[nodiscard]] const char* solidQueryName(SolidQuery query);
[[nodiscard]] double allowed(SolidQuery query);
using SolidCounts = std::array<QueryCount, kSolidQueries>;

/// Takes a solid of random cells apart, of boxes or of the sectors of a ring, and asks all of it. Its inside is known
/// by its cells, distances by all of its triangles: nothing of this is shared with the decomposition.
void checkDecomposition(std::uint64_t seed, SolidCounts& counts);

}  // namespace sepax
