#include "collide/landscape.h"

#include "collide/pair_table.h"
#include "geom/random.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace sepax {
namespace {

PosedShape randomBox(SplitMix64& random, bool planar) {
  const auto number = [&](double low, double high) { return random.in(low, high); };
  PosedShape box;
  const double angle = number(0, 2 * std::numbers::pi);
  if (planar) {
    box.shape = Box2{{number(0.2, 1), number(0.2, 1)}};
    box.pose = {{number(-1.5, 1.5), number(-1.5, 1.5), 0}, matrixOfAngle(angle)};
  } else {
    box.shape = Box{{number(0.2, 1), number(0.2, 1), number(0.2, 1)}};
    const Vec3 axis = normalizedOr({number(-1, 1), number(-1, 1), number(-1, 1)}, {0, 0, 1});
    box.pose = {{number(-1.5, 1.5), number(-1.5, 1.5), number(-1.5, 1.5)}, matrixAbout(axis, angle)};
  }
  return box;
}

/// No direction is better than the deciding axis while shapes overlap, and none than the distance when they are apart:
/// the field's largest value, sampled and on every candidate.
void checkMaxima(bool planar, int rounds) {
  SplitMix64 random{20261122};
  int overlapping = 0, separated = 0;
  double worst = 0;
  for (int round = 0; round < rounds; ++round) {
    const PosedShape a = randomBox(random, planar), b = randomBox(random, planar);
    const auto report = testPair(a, b, {}, "sat");
    ASSERT_TRUE(report);
    const SatReport& sat = std::get<SatReport>(report->trace);
    const SeparationField field(a, b);
    const SatAxis& deciding = decidingAxis(sat);
    worst = std::max(worst, std::abs(field(deciding.direction) - deciding.separation));
    const Landscape map = landscapeOf(a, b, planar ? 720 : 96, 48);
    const bool apart = sat.verdict == Verdict::kSeparated;
    (apart ? separated : overlapping) += 1;
    const double best = apart ? report->answer.distance : deciding.separation;
    constexpr double kRounding = 1e-12;
    EXPECT_LE(map.max, best + kRounding) << "round " << round;
    // Samples come near to it: a cell away the field has changed by no more than the way's length.
    const double cell = planar ? 2 * std::numbers::pi / 720 : 0.12;
    EXPECT_GE(map.max, best - 8 * cell) << "round " << round;
  }
  EXPECT_LE(worst, 1e-12);
  EXPECT_GT(overlapping, rounds / 10);
  EXPECT_GT(separated, rounds / 10);
}

TEST(Landscape, OfBoxesInThePlaneIsHighestOnTheDecidingAxisOrAtTheDistance) { checkMaxima(true, 400); }

TEST(Landscape, OfBoxesInSpaceIsHighestOnTheDecidingAxisOrAtTheDistance) { checkMaxima(false, 200); }

TEST(Landscape, FindsThePlaceOfADirectionAgain) {
  for (const bool planar : {true, false}) {
    for (double x = 0.01; x < 1; x += 0.07) {
      for (double y = 0.05; y < 1; y += 0.1) {
        const Vec2 place = landscapePlace(planar, landscapeDirection(planar, x, y));
        EXPECT_NEAR(place.x, x, 1e-12);
        if (!planar) {
          EXPECT_NEAR(place.y, y, 1e-12);
        }
      }
    }
  }
}

TEST(Landscape, StaysExactFarFromTheOrigin) {
  PosedShape a{Box{{1, 1, 1}}, {}}, b{Box{{1, 1, 1}}, {}};
  const Vec3 far(1e7, -3e6, 5e6);
  a.pose.position = far;
  b.pose.position = far + Vec3(2.5, 0, 0);
  EXPECT_NEAR(SeparationField(a, b)({1, 0, 0}), 0.5, 1e-9);
}

}  // namespace
}  // namespace sepax
