#include "collide/sat/projection.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <numbers>
#include <vector>

#include "collide/random_pairs.h"

namespace sepax {
namespace {

using test::Random;

// A climb that stops at a vertex which is not extreme would shorten the interval.
TEST(Projector, ClimbingFindsTheSameIntervalsAndFeaturesAsScanning) {
  Random random{12};
  int directions = 0, faces = 0;
  double worst = 0;
  for (int i = 0; i < 40; ++i) {
    const auto features =
        convexFeatures(i % 2 == 0 ? test::randomHull(random, 60 + i * 10) : Shape{Box{{1, 0.5, random.in(0, 1)}}});
    Projector scan(features, 1000000), climb(features, 0);
    for (int k = 0; k < 500; ++k) {
      // Face normals too: whole faces must be gathered.
      const Vec3 d =
          k % 3 == 0 ? features.core.faces[random.next() % features.core.faces.size()].normal : random.direction();
      const Interval a = scan(d, 1e-9), b = climb(d, 1e-9);
      worst = std::max({worst, std::abs(a.min - b.min), std::abs(a.max - b.max)});
      ASSERT_EQ(a.at_max.vertex_count, b.at_max.vertex_count);
      ASSERT_EQ(a.at_min.vertex_count, b.at_min.vertex_count);
      ASSERT_EQ(a.at_max.vertices, b.at_max.vertices);
      ASSERT_EQ(a.at_max.point, b.at_max.point);
      ++directions;
      faces += a.at_max.kind == FeatureKind::kFace ? 1 : 0;
    }
  }
  std::printf("%d directions, %d faces, worst difference %g\n", directions, faces, worst);
  EXPECT_LT(worst, 1e-15);
  EXPECT_GT(faces, 2000);
}

// Around a disc a climb from the last vertex is long, and starts from the highest of some vertices.
TEST(Projector, ClimbingAroundADiscFindsTheSameIntervalsAsScanning) {
  std::vector<Vec3> corners;
  for (int i = 0; i < 4000; ++i) {
    const double angle = 2 * std::numbers::pi * i / 4000;
    corners.emplace_back(std::cos(angle), std::sin(angle), 0.25 * (i % 2));
  }
  const auto features = convexFeatures(makeHull(std::move(corners)).value());
  Projector scan(features, 1000000), climb(features);
  Random random{13};
  for (int k = 0; k < 500; ++k) {
    const Vec3 d = random.direction();
    const Interval a = scan(d, 1e-9), b = climb(d, 1e-9);
    ASSERT_NEAR(a.min, b.min, 1e-15);
    ASSERT_NEAR(a.max, b.max, 1e-15);
    ASSERT_EQ(a.at_max.vertices, b.at_max.vertices);
    ASSERT_EQ(a.at_min.vertices, b.at_min.vertices);
  }
}

}  // namespace
}  // namespace sepax
