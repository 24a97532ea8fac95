#include "geom/cloud.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "geom/bounding_volumes.h"
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
  for (const int count : {1, 2, 255, 256, 257, 5000}) all.push_back({"box of " + std::to_string(count), filled(count, inBox)});
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

TEST(Cloud, FarthestPointAndRadiusAreThoseOfTryingEveryPoint) {
  SplitMix64 random{6};
  for (const Cloud& cloud : clouds()) {
    const double size = std::max(1e-300, longestSide(boundsOf(cloud.points)));
    for (int i = 0; i < 4; ++i) {
      const Vec3 centre = cloud.points[0] + size * random.in(0, 1) * random.direction();
      double farthest = 0;
      for (const Vec3& p : cloud.points) farthest = std::max(farthest, std::hypot(p.x - centre.x, p.y - centre.y, p.z - centre.z));
      const double radius = radiusAround(cloud.points, centre);
      EXPECT_GE(radius, farthest) << cloud.name;
      EXPECT_LE(radius, farthest * (1 + 1e-14) + 1e-320) << cloud.name;
      if (size < 1e-100) continue;
      const auto first = std::ranges::max_element(cloud.points, {}, [&](const Vec3& p) { return length(p - centre); });
      EXPECT_EQ(farthestFrom(cloud.points, centre), static_cast<std::size_t>(first - cloud.points.begin())) << cloud.name;
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
  const std::array kinds{VolumeKind::kSphere, VolumeKind::kAabb, VolumeKind::kBoxPca, VolumeKind::kKdop14, VolumeKind::kKdop26};
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

}  // namespace
}  // namespace sepax
