#include "collide/landscape.h"

#include "collide/pair/pair_algorithm.h"
#include "collide/pair_table.h"
#include "geom/hull.h"
#include "geom/random.h"
#include "rounds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace sepax {
namespace {

ConvexFeatures featuresAt(const PosedShape& posed) {
  return transformed(convexFeatures(posed.shape), posed.pose.rotation, posed.pose.position);
}

PosedShape randomHull(SplitMix64& random, int points) {
  std::vector<Vec3> cloud;
  for (int i = 0; i < points; ++i) cloud.push_back({random.in(-1, 1), random.in(-1, 1), random.in(-1, 1)});
  const Vec3 axis = normalizedOr({random.in(-1, 1), random.in(-1, 1), random.in(-1, 1)}, {0, 0, 1});
  return {makeHull(std::move(cloud)).value(),
          {{random.in(-2, 2), random.in(-2, 2), random.in(-2, 2)}, matrixAbout(axis, random.in(0, 6))}};
}

TEST(GaussMap, OfABoxHasSixPointsAndTwelveQuarterTurns) {
  const GaussMap map = gaussMap(convexFeatures(Box{{1, 2, 3}}), GaussSense::kAsItIs);
  EXPECT_EQ(map.normals.size(), 6u);
  ASSERT_EQ(map.arcs.size(), 12u);
  for (const GaussMap::Arc& arc : map.arcs) {
    EXPECT_DOUBLE_EQ(dot(arc.from, arc.to), 0);
    EXPECT_NEAR(length(arcPoint(arc, 0.3)), 1, 1e-15);
  }
}

TEST(GaussMap, OfASegmentIsAWholeTurnAndOfABallNothing) {
  EXPECT_EQ(gaussMap(convexFeatures(Capsule{0.5, 1}), GaussSense::kAsItIs).arcs.size(), 4u);
  EXPECT_TRUE(gaussMap(convexFeatures(Sphere{1}), GaussSense::kAsItIs).arcs.empty());
}

TEST(GaussMap, OfCurvedShapesIsTheirCapsAndTheCircleOfLateralNormals) {
  const auto mapOf = [](const Shape& shape) {
    return gaussMap(trueFeaturesFrom({shape, {}}, Vec3{0.0}), GaussSense::kAsItIs);
  };
  const GaussMap cylinder = mapOf(Cylinder{1, 0.5}), cone = mapOf(Cone{1, 0.5}), egg = mapOf(Ellipsoid{{1, 2, 3}});
  EXPECT_EQ(cylinder.normals.size(), 2u);
  EXPECT_EQ(cone.normals.size(), 1u);
  EXPECT_TRUE(egg.normals.empty() && egg.arcs.empty()) << "every direction has a point of its own";
  ASSERT_FALSE(cylinder.arcs.empty() || cone.arcs.empty());
  for (const GaussMap::Arc& arc : cylinder.arcs) EXPECT_NEAR(arc.from.y, 0, 1e-15);
  for (const GaussMap::Arc& arc : cone.arcs) {
    EXPECT_NEAR(arc.from.y, 0.5 / std::hypot(2, 0.5), 1e-15) << "across the slope of 2 on 0.5";
    EXPECT_NEAR(length(arc.from), 1, 1e-15);
    EXPECT_LT(length(arc.to - arc.from), 0.1);
  }
}

/// Every direction that an edge pair of the test decides on is a crossing, and what is no crossing was pruned.
TEST(GaussMap, CrossesWhereTheTestKeepsEdgePairsOfRandomHulls) {
  SplitMix64 random{20261124};
  const int count = test::rounds(60, 6);
  int kept = 0, pruned = 0;
  for (int round = 0; round < count; ++round) {
    const PosedShape a = randomHull(random, 8), b = randomHull(random, 8);
    const auto report = testPair(a, b, {}, "sat");
    ASSERT_TRUE(report) << describe(report.error());
    const SatReport& sat = std::get<SatReport>(report->trace);
    const auto crossings =
        crossingsOf(gaussMap(featuresAt(a), GaussSense::kAsItIs), gaussMap(featuresAt(b), GaussSense::kNegated));
    for (const SatAxis& axis : sat.axes) {
      if (axis.id.kind != AxisKind::kEdgePair) continue;
      const bool crosses = std::ranges::any_of(crossings, [&](const ArcCrossing& crossing) {
        return std::abs(std::abs(dot(crossing.direction, axis.direction)) - 1) < 1e-9;
      });
      if (axis.state == AxisState::kTested) {
        ++kept;
        EXPECT_TRUE(crosses) << "round " << round;
      } else if (axis.state == AxisState::kPruned) {
        ++pruned;
        EXPECT_FALSE(crosses) << "round " << round;
      }
    }
  }
  EXPECT_GT(kept, count);
  EXPECT_GT(pruned, count);
}

/// The shore lies where the separation is zero, as near as cells allow.
TEST(Landscape, HasItsShoreWhereTheSeparationIsZero) {
  const PosedShape a{Box{{1, 1, 1}}, {}},
      b{Box{{1, 1, 1}}, {{3.2, 0.4, 0.2}, matrixAbout(normalizedOr({1, 2, 3}, {0, 0, 1}), 0.7)}};
  const Landscape map = landscapeOf(a, b, 128, 64);
  const auto shore = shoreOf(map);
  ASSERT_GT(shore.size(), 20u);
  const SeparationField field(a, b);
  for (const auto& [from, to] : shore) EXPECT_LT(std::abs(field(from)), 0.1);
}

TEST(Landscape, KnowsTheArcOfDirectionsThatSeparateRandomBoxesInThePlane) {
  SplitMix64 random{7};
  int fans = 0;
  for (int round = 0; round < 200; ++round) {
    const auto box = [&] {
      return PosedShape{Box2{{random.in(0.2, 1), random.in(0.2, 1)}},
                        {{random.in(-2, 2), random.in(-2, 2), 0}, matrixOfAngle(random.in(0, 6))}};
    };
    const PosedShape a = box(), b = box();
    const auto report = testPair(a, b, {}, "sat");
    ASSERT_TRUE(report);
    const SeparationField field(a, b);
    const auto fan = separatingFan(field, decidingAxis(std::get<SatReport>(report->trace)).direction);
    const bool apart = report->answer.verdict == Verdict::kSeparated;
    ASSERT_EQ(fan.has_value(), apart) << "round " << round;
    if (!fan) continue;
    ++fans;
    const auto at = [&](double angle) { return field({std::cos(angle), std::sin(angle), 0}); };
    for (int i = 1; i < 20; ++i) EXPECT_GT(at(fan->from + (fan->to - fan->from) * i / 20), 0) << "round " << round;
    EXPECT_LE(at(fan->from - 1e-9), 1e-12);
    EXPECT_LE(at(fan->to + 1e-9), 1e-12);
    EXPECT_LT(fan->to - fan->from, 3.1415927);
  }
  EXPECT_GT(fans, 50);
}

}  // namespace
}  // namespace sepax
