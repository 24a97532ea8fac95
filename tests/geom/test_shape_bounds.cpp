#include "geom/support.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "collide/random_pairs.h"

namespace sepax {
namespace {

TEST(ShapeBounds, EncloseEveryKindOfShapeAndTouchItOnEachSide) {
  test::Random random{12};
  double loosest = 0;
  int shapes = 0;
  for (const auto& kinds : test::allKindPairs()) {
    for (int round = 0; round < test::rounds(10); ++round) {
      const PosedShape posed = test::randomPosed(random, kinds, test::Which::kA, round % 3 == 0 ? 1e5 : 3);
      const MinMaxBox box = boundsOf(posed.shape, posed.pose);
      const double unit = sizeOf(posed.shape) + length(posed.pose.position);
      const int dimensions = kinds.planar ? 2 : 3;
      for (int c = 0; c < dimensions; ++c) {
        Vec3 axis{0.0};
        axis[c] = 1;
        const double high = supportPoint(posed.shape, posed.pose, axis)[c],
                     low = supportPoint(posed.shape, posed.pose, -axis)[c];
        EXPECT_GE(box.max[c], high);
        EXPECT_LE(box.min[c], low);
        loosest =
            std::max({loosest, (box.max[c] - high) / std::max(unit, 1e-9), (low - box.min[c]) / std::max(unit, 1e-9)});
      }
      for (int k = 0; k < 8; ++k) {
        Vec3 direction = random.direction();
        if (kinds.planar) direction = Vec3{std::cos(k), std::sin(k), 0};
        EXPECT_TRUE(contains(box, supportPoint(posed.shape, posed.pose, direction)));
      }
      ++shapes;
    }
  }
  std::printf("%d shapes, loosest side %.3g of size and distance\n", shapes, loosest);
  EXPECT_LE(loosest, 1e-13);
  EXPECT_GT(shapes, test::rounds(1000));
}

TEST(ShapeBounds, SupportMapsHoldTheVerticesOfTheFeaturesToTheBit) {
  test::Random random{13};
  int polytopes = 0;
  for (const auto& kinds : test::allKindPairs()) {
    const PosedShape posed = test::randomPosed(random, kinds, test::Which::kA, 1e3);
    const SupportMap map = supportOf(posed);
    if (map.kind() != SupportKind::kVertices) continue;
    const ConvexFeatures features = transformed(trueFeatures(posed.shape), posed.pose.rotation, posed.pose.position);
    EXPECT_TRUE(std::ranges::equal(map.vertices(), features.core.vertices));
    EXPECT_EQ(map.radius(), features.radius);
    EXPECT_EQ(map.planar(), features.planar);
    EXPECT_EQ(map.centre(), posed.pose.position);
    polytopes += coreIf<Hull>(posed.shape) != nullptr || trianglesOf(posed.shape) != nullptr ? 1 : 0;
  }
  EXPECT_GT(polytopes, 3);
}

TEST(ShapeBounds, OfAHalfSpaceEndAtAPlaneAlongTheAxesAlone) {
  const MinMaxBox ground = boundsOf(HalfSpace{}, {{1, 2, 3}, Mat3{1.0}});
  EXPECT_NEAR(ground.max.y, 2, 1e-13);
  EXPECT_GE(ground.max.y, 2);
  EXPECT_TRUE(std::isinf(ground.min.y) && std::isinf(ground.max.x) && std::isinf(ground.min.z));
  const MinMaxBox slope = boundsOf(HalfSpace{}, {{1, 2, 3}, matrixOfAngle(0.5)});
  EXPECT_TRUE(std::isinf(slope.max.y) && std::isinf(slope.min.y));
}

}  // namespace
}  // namespace sepax
