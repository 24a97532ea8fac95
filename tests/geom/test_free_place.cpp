#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "collide/random_pairs.h"
#include "geom/compound_data.h"
#include "geom/contains.h"
#include "rounds.h"

namespace sepax {
namespace {

Shape joined(std::vector<std::pair<Shape, Pose>> children, bool planar) {
  std::vector<CompoundChild> out;
  for (auto& [shape, pose] : children) out.push_back({"child" + std::to_string(out.size()), shape, pose});
  return *makeCompound(std::move(out), planar);
}

Shape boxesAround(int across, int up) {
  std::vector<std::pair<Shape, Pose>> children;
  for (int x = 0; x < 2; ++x) {
    for (int y = 0; y < across; ++y) {
      for (int z = 0; z < up; ++z)
        children.emplace_back(Box{{1, 1, 1}},
                              Pose{{2.0 * x - 1, 2.0 * y - (across - 1), 2.0 * z - (up - 1)}, Mat3{1.0}});
    }
  }
  return joined(std::move(children), false);
}

Shape roundChild(test::Random& random, bool planar) {
  const double radius = random.in(0.2, 0.7);
  switch (random.next() % (planar ? 3 : 5)) {
    case 0:
      return planar ? Shape{Circle{radius}} : Shape{Sphere{radius}};
    case 1:
      return planar ? Shape{Ellipse{{random.in(0.2, 0.9), radius}}} : Shape{Capsule{random.in(0.1, 0.8), radius}};
    case 2:
      return planar ? Shape{Box2{{random.in(0.2, 0.8), radius}}}
                    : Shape{Box{{random.in(0.2, 0.8), random.in(0.2, 0.8), radius}}};
    case 3:
      return Cylinder{random.in(0.2, 0.8), radius};
    default:
      return Ellipsoid{{random.in(0.2, 0.9), random.in(0.2, 0.9), radius}};
  }
}

TEST(FreePlace, PointsOnFacesEdgesAndCornersThatBoxesShareAreInside) {
  for (const auto& [across, up] : {std::pair{1, 1}, {2, 1}, {2, 2}}) {
    const ContainsReport report = containsPoint(boxesAround(across, up), {}, Vec3{0.0});
    EXPECT_EQ(report.place, PointPlace::kInside);
    EXPECT_NEAR(report.signed_distance, up == 2 ? -2 : -1, 1e-12);
  }
}

TEST(FreePlace, PointsBetweenBoxesOfACompoundWithARoundChildAreInside) {
  const Shape shape = joined({{Box{{1, 1, 1}}, {{-1, 0, 0}, Mat3{1.0}}},
                              {Box{{1, 1, 1}}, {{1, 0, 0}, Mat3{1.0}}},
                              {Sphere{0.3}, {{0, 5, 0}, Mat3{1.0}}}},
                             false);
  EXPECT_NEAR(containsPoint(shape, {}, Vec3{0.0}).signed_distance, -1, 1e-12);
  EXPECT_NEAR(containsPoint(shape, {}, Vec3{0.1, 0.2, 0}).signed_distance, -0.8, 1e-12);
  EXPECT_EQ(containsPoint(shape, {}, Vec3{0, 1, 0}).place, PointPlace::kBoundary);
}

/// Two balls: the nearest place is on the circle where they meet.
TEST(FreePlace, OfTwoBallsIsOnTheCircleWhereTheyMeet) {
  const Shape balls = joined({{Sphere{1}, {{-0.6, 0, 0}, Mat3{1.0}}}, {Sphere{1}, {{0.6, 0, 0}, Mat3{1.0}}}}, false);
  EXPECT_NEAR(containsPoint(balls, {}, Vec3{0.0}).signed_distance, -0.8, 1e-9);
  EXPECT_NEAR(containsPoint(balls, {}, Vec3{0, 0.3, 0}).signed_distance, -0.5, 1e-9);
}

TEST(FreePlace, OfRoundAndEllipticChildrenIsOnTheBoundaryOfAllAndNoneIsNearer) {
  test::Random random{41};
  int inside = 0, farther = 0, beaten = 0;
  double off = 0, hidden = 0;
  for (int round = 0; round < test::rounds(200, 60); ++round) {
    const bool planar = round % 4 == 0;
    std::vector<std::pair<Shape, Pose>> children;
    for (int i = 0; i < 2 + round % 3; ++i) {
      Vec3 at = random.point(0.6);
      if (planar) at.z = 0;
      children.emplace_back(
          roundChild(random, planar),
          Pose{at, matrixOf(planar ? quaternionAbout({0, 0, 1}, random.in(0, 6)) : random.rotation())});
    }
    const Shape shape = joined(children, planar);
    Vec3 point = random.point(0.5);
    if (planar) point.z = 0;
    double deepest = kInfinity;
    for (const auto& [child, pose] : children)
      deepest = std::min(deepest, containsPoint(child, pose, point).signed_distance);
    const ContainsReport report = containsPoint(shape, {}, point);
    if (!(deepest < -1e-6)) continue;
    ++inside;
    EXPECT_EQ(report.place, PointPlace::kInside);
    EXPECT_LE(report.signed_distance, deepest + 1e-12);
    farther += report.signed_distance < deepest - 1e-6 ? 1 : 0;
    off = std::max(off, std::abs(length(report.boundary_point - point) + report.signed_distance));
    const auto depthAt = [&](const Vec3& place) {
      double height = kInfinity;
      for (const auto& [child, pose] : children)
        height = std::min(height, containsPoint(child, pose, place).signed_distance);
      return -height;
    };
    hidden = std::max(hidden, std::abs(depthAt(report.boundary_point)));
    for (int k = 0; k < 200; ++k) {
      Vec3 way = random.direction();
      if (planar) way.z = 0;
      if (length(way) < 0.1) continue;
      beaten += depthAt(point - 0.999 * report.signed_distance * way / length(way)) < 0 ? 1 : 0;
    }
  }
  std::printf("%d inside, %d farther from the whole than from a child, %d beaten, off %.2g, hidden %.2g\n", inside,
              farther, beaten, off, hidden);
  EXPECT_GT(inside, test::rounds(100, 30));
  EXPECT_GT(farther, test::rounds(30, 9));
  EXPECT_EQ(beaten, 0);
  EXPECT_LT(off, 1e-9);
  EXPECT_LT(hidden, 1e-8);
}

}  // namespace
}  // namespace sepax
