#pragma once

#include "collide/pair_table.h"

#include <algorithm>
#include <cmath>

namespace sepax {

// Relations between the answers of related pairs, beside those of prove/relations.h: by how much they are broken,
// metres, zero but for rounding. `answer` is that of "sat" for (a, b).

inline double changeOf(const PairAnswer& answer, const PosedShape& a, const PosedShape& b) {
  const PairAnswer other = testPair(a, b, {}, "sat").value().answer;
  return std::max(std::abs(other.separation - answer.separation), std::abs(other.distance - answer.distance));
}

/// B against A has the same separation and distance as A against B.
inline double swapError(const PosedShape& a, const PosedShape& b, const PairAnswer& answer) {
  return changeOf(answer, b, a);
}

/// Moving both by one rotation about the world's origin and one translation changes neither.
inline double commonMotionError(const PosedShape& a, const PosedShape& b, const PairAnswer& answer,
                                const Pose& motion) {
  const auto moved = [&](const PosedShape& s) {
    return PosedShape{s.shape, {toWorld(motion, s.pose.position), motion.rotation * s.pose.rotation}};
  };
  return changeOf(answer, moved(a), moved(b));
}

/// Scaling both, and where they are, by a factor above zero scales the separation.
inline double scaleError(const PosedShape& a, const PosedShape& b, const PairAnswer& answer, double factor) {
  const auto larger = [&](const PosedShape& s) {
    return PosedShape{scaled(s.shape, Vec3{factor}).value(), {s.pose.position * factor, s.pose.rotation}};
  };
  const PairAnswer other = testPair(larger(a), larger(b), {}, "sat").value().answer;
  return std::abs(other.separation - factor * answer.separation);
}

}  // namespace sepax
