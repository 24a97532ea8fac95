#include "geom/aabb.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "geom/oriented_box.h"

namespace sepax {
namespace {

Vec3 randomPoint(std::mt19937_64& random, double size) {
  std::uniform_real_distribution<double> in(-size, size);
  const double x = in(random), y = in(random), z = in(random);
  return {x, y, z};
}

TEST(MinMaxBox, StartsEmptyAndAFirstPointIsTheWholeBox) {
  MinMaxBox box;
  EXPECT_TRUE(isEmpty(box));
  EXPECT_FALSE(contains(box, Vec3{0.0}));
  EXPECT_EQ(sizesOf(box), Vec3{0.0});
  add(box, {5, 6, 7});
  EXPECT_FALSE(isEmpty(box));
  EXPECT_EQ(box, (MinMaxBox{{5, 6, 7}, {5, 6, 7}})) << "a box grown from nothing must not contain the origin";
  EXPECT_FALSE(contains(box, Vec3{0.0}));
}

TEST(MinMaxBox, KnowsCentreSizesAndItsOwnFaces) {
  const MinMaxBox box = boundsOf({{-1, 0, 2}, {3, 1, 2}, {0, -2, 5}});
  EXPECT_EQ(box, (MinMaxBox{{-1, -2, 2}, {3, 1, 5}}));
  EXPECT_EQ(centreOf(box), (Vec3{1, -0.5, 3.5}));
  EXPECT_EQ(sizesOf(box), (Vec3{4, 3, 3}));
  EXPECT_TRUE(contains(box, box.max));
  EXPECT_FALSE(contains(box, {3.0000001, 0, 3}));
}

TEST(MinMaxBox, HalfExtentsCoverBothFacesAsDoublesAdd) {
  std::mt19937_64 random(11);
  int rounded_up = 0;
  for (int i = 0; i < 2000; ++i) {
    const MinMaxBox box = boundsOf({Vec3{1e8} + randomPoint(random, 1), Vec3{1e8} + randomPoint(random, 1)});
    const Vec3 centre = centreOf(box), half = halfExtentsOf(box);
    for (int c = 0; c < 3; ++c) {
      EXPECT_GE(centre[c] + half[c], box.max[c]);
      EXPECT_LE(centre[c] - half[c], box.min[c]);
      rounded_up += half[c] > (box.max[c] - box.min[c]) / 2;
    }
  }
  EXPECT_GT(rounded_up, 0);
}

TEST(MinMaxBox, TransformedEqualsTheBoundsOfTheEightCornersAndHoldsEveryPoint) {
  std::mt19937_64 random(12);
  int mirrored = 0;
  for (int i = 0; i < 2000; ++i) {
    const Affine map{Mat3{randomPoint(random, 2), randomPoint(random, 2), randomPoint(random, 2)},
                     randomPoint(random, i % 2 ? 1 : 1e8)};
    mirrored += dot(map.linear[0], crossAccurate(map.linear[1], map.linear[2])) < 0;
    const MinMaxBox box = boundsOf({randomPoint(random, 3), randomPoint(random, 3)});
    const MinMaxBox fast = transformed(box, map);
    MinMaxBox corners;
    for (unsigned k = 0; k < 8; ++k) {
      add(corners,
          apply(map, {k & 1 ? box.max.x : box.min.x, k & 2 ? box.max.y : box.min.y, k & 4 ? box.max.z : box.min.z}));
    }
    EXPECT_EQ(fast, corners);
    std::uniform_real_distribution<double> part(0, 1);
    for (int p = 0; p < 10; ++p) {
      Vec3 inside;
      for (int c = 0; c < 3; ++c)
        inside[c] = std::min(box.max[c], box.min[c] + part(random) * (box.max[c] - box.min[c]));
      EXPECT_TRUE(contains(fast, apply(map, inside)));
    }
  }
  EXPECT_GT(mirrored, 500);
  EXPECT_TRUE(isEmpty(transformed(MinMaxBox{}, Affine{})));
}

TEST(MinMaxBox, AThinRodsTransformedBoxIsTwiceItsRefit) {
  // A rod along the diagonal of its box, rotated by 45° until it lies along x: the refit is flat, the rotated box is
  // not.
  const std::vector<Vec3> rod{{-1, -1, 0}, {1, 1, 0}};
  const RefitComparison compared = compareRefit(rod, {matrixOfAngle(-M_PI / 4), {7, 0, 0}});
  EXPECT_NEAR(compared.sides_ratio, 2, 1e-12);
  EXPECT_NEAR(sizesOf(compared.refitted).x, 2 * std::sqrt(2), 1e-14);
  EXPECT_NEAR(sizesOf(compared.transformed).y, 2 * std::sqrt(2), 1e-14);
  const RefitComparison unturned = compareRefit(rod, {});
  EXPECT_EQ(unturned.sides_ratio, 1);
  EXPECT_EQ(unturned.volume_ratio, 1);
}

TEST(MinMaxBox, AffineOfTakesColumnsAndTheLastOneAsOffset) {
  glm::dmat4 matrix{1.0};
  matrix[0] = {0, 1, 0, 0};
  matrix[1] = {-1, 0, 0, 0};
  matrix[3] = {5, 6, 7, 1};
  EXPECT_EQ(apply(affineOf(matrix), {1, 0, 0}), (Vec3{5, 7, 7}));
}

}  // namespace
}  // namespace sepax
