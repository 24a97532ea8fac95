#include "geom/capsule_fit.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <random>

namespace sepax {
namespace {

double distanceToCore(const FittedCapsule& capsule, const Vec3& point) {
  const Vec3 y = capsule.pose.rotation[1], off = point - capsule.pose.position;
  const double t = std::clamp(dot(off, y), -capsule.shape.half_length, capsule.shape.half_length);
  return length(off - y * t);
}

TEST(CapsuleAlong, HoldsEveryPointWhateverTheCloudAndIsRightHanded) {
  std::mt19937 random(7);
  std::normal_distribution<double> normal;
  double worst = -1;
  int long_ones = 0;
  for (int round = 0; round < 300; ++round) {
    const Vec3 stretch{std::exp(normal(random)), std::exp(normal(random)), std::exp(2 * normal(random))};
    std::vector<Vec3> points(static_cast<std::size_t>(1 + round % 50));
    for (Vec3& p : points) p = Vec3{normal(random), normal(random), normal(random)} * stretch + Vec3{3, -2, 1};
    const FittedCapsule capsule = capsuleAlong(orientedBoxByVertices(points), points);
    const double size = capsule.shape.radius + capsule.shape.half_length;
    for (const Vec3& p : points)
      worst = std::max(worst, (distanceToCore(capsule, p) - capsule.shape.radius) / std::max(size, 1.0));
    const Mat3& r = capsule.pose.rotation;
    EXPECT_NEAR(dot(crossAccurate(r[0], r[1]), r[2]), 1, 1e-12);
    if (capsule.shape.half_length > 0) ++long_ones;
  }
  std::printf("worst point outside by %.3g of the size; %d of 300 capsules are longer than a ball\n", worst, long_ones);
  EXPECT_LT(worst, 1e-12);
  EXPECT_GT(long_ones, 100);
}

TEST(CapsuleAlong, FindsTheCapsuleThatPointsWereTakenFrom) {
  std::vector<Vec3> points;
  for (const double y : {-2.0, 2.0}) {
    points.push_back({0, y * 1.5, 0});  // the tips
    for (const auto& [x, z] : {std::pair(1.0, 0.0), {-1.0, 0.0}, {0.0, 1.0}, {0.0, -1.0}}) points.push_back({x, y, z});
  }
  const FittedCapsule capsule = capsuleAlong({{0, 0, 0}, Mat3{1.0}, {1, 3, 1}}, points);
  EXPECT_NEAR(capsule.shape.radius, 1, 1e-12);
  EXPECT_NEAR(capsule.shape.half_length, 2, 1e-12);
  EXPECT_NEAR(std::abs(capsule.pose.rotation[1].y), 1, 1e-12);
}

TEST(CapsuleAlong, OfOnePointHasNoSize) {
  const FittedCapsule capsule = capsuleAlong({{1, 2, 3}, Mat3{1.0}, {0, 0, 0}}, {{1, 2, 3}});
  EXPECT_EQ(capsule.shape, (Capsule{0, 0}));
  EXPECT_EQ(capsule.pose.position, Vec3(1, 2, 3));
}

}  // namespace
}  // namespace sepax
