#pragma once

#include "prove/contact_checks.h"

#include <array>
#include <cstdint>
#include <string>

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

/// Errors against another method are parts of the value.
enum class MassCheck { kVolume, kInertia, kArea };
using MassCounts = std::array<QueryCount, 3>;

/// The most that the other method, a sum over some thousand rays, may be off.
inline constexpr double kMassByRays = 0.03;

/// Sets the mass properties of a shape against sums over rays towards the middle of each of its convex pieces: how far
/// it reaches in each direction, in a space in which it is about as long in all, and how far its surface is inclined
/// there. Surfaces of what has no volume, and outlines of concave polygons, are summed up side by side in long double.
/// Unbounded shapes are left out, and so are pieces so thin that rounding is all of them. `at` names the shape's pair.
void checkMass(const PosedShape& posed, const std::string& at, MassCounts& counts);

}  // namespace sepax
