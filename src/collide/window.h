#pragma once

#include "collide/pair.h"

#include <utility>

namespace sepax {

/// A ball around everything of a bounded shape, world, metres.
struct BallAround {
  Vec3 centre{0.0};
  double radius = 0;
};
[[nodiscard]] BallAround ballAround(const PosedShape& shape);

/// A half-space as something within a ball sees it: its window below the ball, deeper than the ball by far, so that
/// nothing in there is nearer to another side of the window than to its top.
[[nodiscard]] PosedShape windowBelow(const PosedShape& half_space, const BallAround& ball);

/// A pair of which one side at most is a half-space, that side by its window below the other.
[[nodiscard]] std::pair<PosedShape, PosedShape> windowed(const PosedShape& a, const PosedShape& b);

/// Whether two half-spaces with these poses face each other: only then is there a gap or a depth between them. Their
/// normals may miss being opposite by kParallelEdges.
[[nodiscard]] bool faceEachOther(const Pose& a, const Pose& b);

/// Two half-spaces. Facing each other they have one axis, and a gap or a depth along it; otherwise they overlap without
/// end (PairAnswer::endless). No contacts: the area where they meet has no corners.
[[nodiscard]] PairReport testHalfSpaces(const PosedShape& a, const PosedShape& b, const PairSettings& settings);

}  // namespace sepax
