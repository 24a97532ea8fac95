#include "prove/relations.h"

#include <algorithm>
#include <cmath>

namespace sepax {

std::optional<double> mirrorError(const PosedShape& a, const PosedShape& b, const PairAnswer& answer) {
  const Vec3 factors{-1, 1, 1};
  const auto shape_a = scaled(a.shape, factors), shape_b = scaled(b.shape, factors);
  if (!shape_a || !shape_b) return std::nullopt;
  const Mat3 mirror{Vec3{-1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}};
  const auto mirrored = [&](const Shape& shape, const Pose& pose) {
    return PosedShape{shape, {mirror * pose.position, mirror * pose.rotation * mirror}};
  };
  const PairAnswer other = testPair(mirrored(*shape_a, a.pose), mirrored(*shape_b, b.pose), {}, "sat").value().answer;
  const double off = std::abs(other.distance - answer.distance);
  // A concave polygon may be cut the other way: how deep its pieces are in another shape follows.
  const bool are_convex = isConvex(a.shape) && isConvex(b.shape);
  return are_convex ? std::max(std::abs(other.separation - answer.separation), off) : off;
}

double separationAfterMtv(const PosedShape& a, const PosedShape& b, const PairAnswer& answer) {
  const PosedShape moved{b.shape, {b.pose.position + answer.mtv, b.pose.rotation}};
  return testPair(a, moved, {}, "sat").value().answer.separation;
}

}  // namespace sepax
