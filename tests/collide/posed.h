#pragma once

#include <gtest/gtest.h>

#include <utility>

#include "collide/pair_table.h"
#include "collide/sweep/sweep.h"

// Short words of the tests of collide/: a shape somewhere, a motion, and the answers to them, which must be there.

namespace sepax::test {

inline PosedShape at(Shape shape, const Vec3& position, const Mat3& rotation = Mat3{1.0}) {
  return {std::move(shape), {position, rotation}};
}
inline Motion going(const Vec3& velocity, const Vec3& spin = Vec3{0.0}) { return {velocity, spin, {}}; }

inline PairReport tested(const PosedShape& a, const PosedShape& b, const char* row = "sat") {
  const auto report = testPair(a, b, {}, row);
  EXPECT_TRUE(report);
  return report.value_or(PairReport{});
}

inline SweepReport swept(const PosedShape& a, const Motion& motion_a, const PosedShape& b, const Motion& motion_b,
                         double duration = 1) {
  const auto report = sweep(a, motion_a, b, motion_b, duration);
  EXPECT_TRUE(report);
  return report.value_or(SweepReport{});
}

inline const SatReport& satOf(const PairReport& report) { return std::get<SatReport>(report.trace); }

}  // namespace sepax::test
