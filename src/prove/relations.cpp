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
  if (!isItsMirrorImage(a.shape) || !isItsMirrorImage(b.shape)) return std::nullopt;
  const Mat3 mirror{Vec3{-1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}};
  const auto mirrored = [&](const PosedShape& s) {
    return PosedShape{s.shape, {mirror * s.pose.position, mirror * s.pose.rotation * mirror}};
  };
  return difference(answerOf(mirrored(a), mirrored(b), algorithm), answer);
}

double separationAfterMtv(const PosedShape& a, const PosedShape& b, const PairAnswer& answer,
                          const std::string& algorithm) {
  return answerOf(a, {b.shape, {b.pose.position + answer.mtv, b.pose.rotation}}, algorithm).separation;
}

}  // namespace sepax
