#pragma once

#include "prove/workload.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

namespace sepax {

/// Keeps the larger of two errors; one that is no number is infinite.
inline void raise(double& worst, double error) {
  worst = std::max(worst, std::isfinite(error) ? error : std::numeric_limits<double>::infinity());
}

/// Gap left at a time of impact, or overlap before it or after the exit, beyond which a sweep is wrong. Straight sweeps
/// of polytopes and round shapes promise 16 ε, all others kSweepContact, and the static tests that they are set against
/// resolve a few times that.
inline constexpr double kSweepPromise = 1e-11;

/// Counts and worst errors of the sweeps of one plan of the selfcheck. Lengths are shares of the sweep's extent: size,
/// distance and trajectory together (after the exit the trajectory until then), and what the world's coordinates
/// resolve in the same measure.
struct SweepCounts {
  std::uint64_t sweeps = 0, rotating = 0;
  std::uint64_t hits = 0, misses = 0, starts = 0;  ///< starts: of the hits, those in contact from the start
  std::uint64_t exits = 0, undecided = 0;
  std::uint64_t spans = 0;   ///< contacts of rotating sweeps
  std::uint64_t wrong = 0;   ///< sweeps with a length below beyond what they promise, or that answer otherwise swapped
  double gap_at_impact = 0;  ///< largest gap that is left at a time of impact
  double depth_before = 0;   ///< deepest overlap before it, or at any time of a miss
  double depth_after = 0;    ///< deepest overlap after the last contact of a straight motion
  double apart_within = 0;   ///< largest gap, beyond what an exit needs, within a contact of a rotating sweep
  double overlap_between = 0;  ///< deepest overlap between its contacts
  std::string first_wrong;
};

/// Sweeps two motions of B against A, one straight and one that rotates where the shapes can, and sets them against
/// static tests along the way. The motions are drawn from `seed`: towards A, along an edge, past A, with rotations
/// shared or a quarter turn apart. Static tests are `sat`'s, those of cylinders and cones `gjk-epa`'s.
void checkSweeps(const WorkPair& pair, std::uint64_t seed, SweepCounts& counts);

void merge(const SweepCounts& from, SweepCounts& into);

}  // namespace sepax
