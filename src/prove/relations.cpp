#include "prove/relations.h"

#include <algorithm>
#include <cmath>

namespace sepax {

namespace {

PairAnswer answerOf(const PosedShape& a, const PosedShape& b, const std::string& algorithm) {
  return testPair(a, b, {}, algorithm).value().answer;
}

double difference(const PairAnswer& p, const PairAnswer& q) {
  return std::max(std::abs(p.separation - q.separation), std::abs(p.distance - q.distance));
}

PosedShape moved(const PosedShape& s, const Pose& motion) {
  return {s.shape, {motion.position + motion.rotation * s.pose.position, motion.rotation * s.pose.rotation}};
}

}  // namespace

double swapError(const PosedShape& a, const PosedShape& b, const PairAnswer& answer, const std::string& algorithm) {
  return difference(answerOf(b, a, algorithm), answer);
}

double commonMotionError(const PosedShape& a, const PosedShape& b, const PairAnswer& answer, const Pose& motion,
                         const std::string& algorithm) {
  return difference(answerOf(moved(a, motion), moved(b, motion), algorithm), answer);
}

double scaleError(const PosedShape& a, const PosedShape& b, const PairAnswer& answer, double factor,
                  const std::string& algorithm) {
  const auto scaled_up = [&](const PosedShape& s) {
    return PosedShape{scaled(s.shape, Vec3{factor}).value(), {s.pose.position * factor, s.pose.rotation}};
  };
  return std::abs(answerOf(scaled_up(a), scaled_up(b), algorithm).separation - factor * answer.separation);
}

std::optional<double> mirrorError(const PosedShape& a, const PosedShape& b, const PairAnswer& answer,
                                  const std::string& algorithm) {
  const Vec3 factors{-1, 1, 1};
  const auto shape_a = scaled(a.shape, factors), shape_b = scaled(b.shape, factors);
  if (!shape_a || !shape_b) return std::nullopt;
  const Mat3 mirror{Vec3{-1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}};
  const auto mirrored = [&](const Shape& shape, const Pose& pose) {
    return PosedShape{shape, {mirror * pose.position, mirror * pose.rotation * mirror}};
  };
  const PairAnswer other = answerOf(mirrored(*shape_a, a.pose), mirrored(*shape_b, b.pose), algorithm);
  // A concave polygon may be cut the other way: how deep its pieces are in another shape follows.
  const bool are_convex = isConvex(a.shape) && isConvex(b.shape);
  return are_convex ? difference(other, answer) : std::abs(other.distance - answer.distance);
}

double separationAfterMtv(const PosedShape& a, const PosedShape& b, const PairAnswer& answer,
                          const std::string& algorithm) {
  return answerOf(a, {b.shape, {b.pose.position + answer.mtv, b.pose.rotation}}, algorithm).separation;
}

}  // namespace sepax
