#include "geom/cloud.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "geom/bounding_volumes.h"
#include "geom/cloud_pass.h"
#include "geom/random.h"
#include "rounds.h"

namespace sepax {
namespace {

struct Cloud {
  std::string name;
  std::vector<Vec3> points;
};

/// Larger than a block, smaller, of whole blocks; of all sizes, flat, on a lattice, in one place, far from the origin.
std::vector<Cloud> clouds() {
  SplitMix64 random{77};
  const auto filled = [&](int count, auto&& point) {
    std::vector<Vec3> points;
    for (int i = 0; i < count; ++i) points.push_back(point());
    return points;
  };
  const auto inBox = [&] { return Vec3{random.in(-1, 1), random.in(-0.6, 0.6), random.in(-0.3, 0.3)}; };
  std::vector<Cloud> all;
  for (const int count : {1, 2, 255, 256, 257, 5000})
    all.push_back({"box of " + std::to_string(count), filled(count, inBox)});
  all.push_back({"ellipsoid", filled(4000, [&] { return random.direction() * Vec3{1, 0.6, 0.3}; })});
  all.push_back({"flat", filled(1000, [&] { return inBox() * Vec3{1, 1, 0}; })});
  all.push_back({"lattice", filled(3000, [&] { return glm::round(4.0 * inBox()); })});
  all.push_back({"one place", std::vector<Vec3>(700, Vec3{3, 0.1, -2})});
  all.push_back({"far", filled(2000, [&] { return inBox() + Vec3{1e8, -1e8, 3e7}; })});
  for (const double size : {1e-290, 1e-160, 1e-12, 1e40})
    all.push_back({"size " + std::to_string(std::log10(size)), filled(600, [&] { return size * inBox(); })});
  return all;
}

TEST(Cloud, ExtentsOfManyAxesAreThoseOfEachAlone) {
  SplitMix64 random{5};
  std::vector<Vec3> axes{{1, 0, 0}, {0, 1, 0}, {0, 0, -1}};
  for (int i = 0; i < 5; ++i) axes.push_back(random.direction());
  for (const Cloud& cloud : clouds()) {
    for (const Vec3& origin : {Vec3{0.0}, cloud.points[0], centreOf(boundsOf(cloud.points))}) {
      const std::vector<AxisExtents> found = extentsOf(cloud.points, origin, axes);
      ASSERT_EQ(found.size(), axes.size());
      for (std::size_t a = 0; a < axes.size(); ++a) {
        EXPECT_EQ(found[a].along, extentOf(cloud.points, origin, axes[a])) << cloud.name;
        EXPECT_EQ(found[a].against, extentOf(cloud.points, origin, -axes[a])) << cloud.name;
      }
    }
  }
}

TEST(Cloud, ExtentsFromAnotherOriginAreThoseOfGoingThroughThePointsAgain) {
  SplitMix64 random{15};
  std::vector<Vec3> axes{{1, 0, 0}, {0, -1, 0}};
  for (int i = 0; i < 5; ++i) axes.push_back(random.direction());
  for (const Cloud& cloud : clouds()) {
    const Vec3 origin = centreOf(boundsOf(cloud.points));
    const CloudExtents extents(cloud.points, origin, axes);
    for (int i = 0; i < 4; ++i) {
      const Vec3 other = origin + random.in(0, 1) * longestSide(boundsOf(cloud.points)) * random.direction();
      const std::vector<AxisExtents> found = extents.from(other);
      for (std::size_t a = 0; a < axes.size(); ++a) {
        EXPECT_EQ(found[a].along, extentOf(cloud.points, other, axes[a])) << cloud.name;
        EXPECT_EQ(found[a].against, extentOf(cloud.points, other, -axes[a])) << cloud.name;
      }
    }
  }
}

TEST(CloudPass, OfEverySetOfInstructionsFindsTheSameToRounding) {
  SplitMix64 random{16};
  std::vector<Vec3> axes;
  for (int i = 0; i < 7; ++i) axes.push_back(random.direction());
  for (const std::size_t count : {1, 2, 3, 15, 16, 17, 255, 256}) {
    std::vector<Vec3> points;
    for (std::size_t i = 0; i < count; ++i) points.push_back(random.direction() * random.in(0, 2) + Vec3{5, 0, -3});
    const Vec3 origin{4.5, 0.25, -3};
    Vec3 low{1e300}, high{-1e300}, sum{0.0};
    std::vector<std::size_t> outside;
    for (std::size_t i = 0; i < count; ++i) {
      low = glm::min(low, points[i]);
      high = glm::max(high, points[i]);
      sum += points[i] - origin;
      if (length(points[i] - origin) > 1) outside.push_back(i);
    }
    const Vec3 mean = sum / static_cast<double>(count);
    for (const CloudPass* pass : cloudPasses()) {
      MinMaxBox bounds;
      pass->bounds(&points[0].x, count, &bounds.min.x, &bounds.max.x);
      EXPECT_EQ(bounds.min, low);
      EXPECT_EQ(bounds.max, high);
      std::vector<std::size_t> places(CloudPass::kPoints);
      places.resize(pass->beyond(&points[0].x, count, &origin.x, 1, places.data()));
      EXPECT_EQ(places, outside) << count;
      std::array<double, 7> lows{}, highs{};
      double square = 0;
      pass->ends(&points[0].x, count, &origin.x, &axes[0].x, axes.size(), lows.data(), highs.data(), &square);
      double farthest = 0;
      for (const Vec3& p : points) farthest = std::max(farthest, dot(p - origin, p - origin));
      EXPECT_NEAR(square, farthest, 1e-14);
      for (std::size_t a = 0; a < axes.size(); ++a) {
        EXPECT_NEAR(highs[a], extentOf(points, origin, axes[a]), 1e-14);
        EXPECT_NEAR(-lows[a], extentOf(points, origin, -axes[a]), 1e-14);
      }
      Vec3 sums;
      std::array<double, 6> products{}, expected{};
      pass->moments(&points[0].x, count, &origin.x, &sums.x, products.data());
      for (const Vec3& p : points) {
        const Vec3 d = p - origin - mean;
        const std::array<double, 6> added{d.x * d.x, d.y * d.y, d.z * d.z, d.x * d.y, d.x * d.z, d.y * d.z};
        for (std::size_t k = 0; k < 6; ++k) expected[k] += added[k];
      }
      EXPECT_LT(length(sums - sum), 1e-12);
      for (std::size_t k = 0; k < 6; ++k) EXPECT_NEAR(products[k], expected[k], 1e-11);
    }
  }
}

TEST(Cloud, FarthestPointAndRadiusAreThoseOfTryingEveryPoint) {
  SplitMix64 random{6};
  for (const Cloud& cloud : clouds()) {
    const double size = std::max(1e-300, longestSide(boundsOf(cloud.points)));
    for (int i = 0; i < 4; ++i) {
      const Vec3 centre = cloud.points[0] + size * random.in(0, 1) * random.direction();
      double farthest = 0;
      for (const Vec3& p : cloud.points)
        farthest = std::max(farthest, std::hypot(p.x - centre.x, p.y - centre.y, p.z - centre.z));
      const double radius = radiusAround(cloud.points, centre);
      EXPECT_GE(radius, farthest) << cloud.name;
      EXPECT_LE(radius, farthest * (1 + 1e-14) + 1e-320) << cloud.name;
      if (size < 1e-100) continue;
      const auto first = std::ranges::max_element(cloud.points, {}, [&](const Vec3& p) { return length(p - centre); });
      EXPECT_EQ(farthestFrom(cloud.points, centre), static_cast<std::size_t>(first - cloud.points.begin()))
          << cloud.name;
    }
  }
}

TEST(Cloud, VolumesOfLargeCloudsEncloseEveryPoint) {
  SplitMix64 random{8};
  std::vector<Vec3> points;
  const Mat3 rotation = matrixOf(random.rotation());
  for (int i = 0; i < test::rounds(40'000, 33'000); ++i)
    points.push_back(rotation * (random.direction() * Vec3{1, 0.6, 0.3} * random.in(0.2, 1)) + Vec3{3.0});
  const Ball ball = smallestBall(points);
  const OrientedBox box = orientedBoxByVertices(points);
  const MinMaxBox bounds = boundsOf(points);
  const std::array kinds{VolumeKind::kSphere, VolumeKind::kAabb, VolumeKind::kBoxPca, VolumeKind::kKdop14,
                         VolumeKind::kKdop26};
  const auto fitted = fitVolumes(points, kinds);
  ASSERT_TRUE(fitted);
  for (const Vec3& p : points) {
    ASSERT_LE(length(p - ball.centre), ball.radius);
    ASSERT_TRUE(contains(box, p));
    ASSERT_TRUE(contains(bounds, p));
    for (const FittedVolume& volume : *fitted) ASSERT_TRUE(encloses(volume, p)) << infoOf(volume.kind).name;
  }
  EXPECT_LE(ball.radius, 1);
  EXPECT_GT(ball.radius, 0.95);
}

// So far from the origin that the centre is rounded by a tenth of the radius, and so large that squares overflow.
TEST(Cloud, BallsOfLargeCloudsFarAwayEncloseEveryPoint) {
  SplitMix64 random{9};
  for (const auto& [size, offset] :
       {std::pair{1.0, 1e15}, std::pair{1.0, 1e12}, std::pair{1e200, 0.0}, std::pair{1e-200, 0.0}}) {
    std::vector<Vec3> points;
    for (int i = 0; i < 33'000; ++i) points.push_back(size * random.direction() + Vec3{offset});
    const Ball ball = smallestBall(points);
    for (const Vec3& p : points) {
      const Vec3 d = p - ball.centre;
      ASSERT_LE(std::hypot(d.x, d.y, d.z), ball.radius) << size << ' ' << offset;
    }
    EXPECT_LE(ball.radius, size * (offset > 1e14 ? 1.5 : 1.01));
  }
}

}  // namespace
}  // namespace sepax
