#include "geom/contains.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iostream>

#include "collide/random_pairs.h"
#include "geom/convex.h"
#include "geom/rounded.h"

namespace sepax {
namespace {

const Pose kHome;

TEST(Contains, MeasuresEachKindAtItsHandValue) {
  struct Case {
    Shape shape;
    Vec3 point;
    double signed_distance;
  };
  const Case cases[] = {
      {Box{{1, 2, 3}}, {0.75, 0, 0}, -0.25},
      {Box{{1, 1, 1}}, {2, 2, 2}, std::sqrt(3.0)},
      {FixedBox{{1, 1, 1}}, {0, 3, 0}, 2},
      {Sphere{1}, {0, 0, 0}, -1},
      {Sphere{1}, {0, 0, 3}, 2},
      {Capsule{1, 0.5}, {0, 1.25, 0}, -0.25},
      {Capsule{1, 0.5}, {2, 0, 0}, 1.5},
      {Cylinder{1, 0.5}, {0, 0.9, 0}, -0.1},
      {Cylinder{1, 0.5}, {3.5, 5, 0}, 5},
      {Cone{1, 1}, {0, -1, 0}, 0},
      {Cone{1, 1}, {0, 3, 0}, 2},
      {Cone{1, 1}, {0, 0, 0}, -1 / std::sqrt(5.0)},
      {*makeHull({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}), {0.25, 0.25, -2}, 2},
      {Circle{1}, {0.5, 0, 0}, -0.5},
      {Box2{{1, 2}}, {0, 1.75, 0}, -0.25},
      {Box2{{1, 1}}, {2, 2, 0}, std::sqrt(2.0)},
      {FixedBox2{{1, 1}}, {0, 0, 0}, -1},
      {Polygon{{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}}, {0, 0.5, 0}, -0.5},
      {Polygon{{{-1, 1}, {1, 1}, {1, -1}, {-1, -1}}}, {0, 3, 0}, 2},
      {Capsule2{1, 0.5}, {0, 0.25, 0}, -0.25},
      {Segment2{1}, {0, 0.25, 0}, 0.25},
      {Point2{}, {3, 4, 0}, 5},
      {Point3{}, {0, 0, 0}, 0},
      {Triangle{{Vec3{0, 0, 0}, Vec3{1, 0, 0}, Vec3{0, 1, 0}}}, {0.2, 0.2, 0}, 0},
      {Triangle{{Vec3{0, 0, 0}, Vec3{1, 0, 0}, Vec3{0, 1, 0}}}, {0.2, 0.2, -0.5}, 0.5},
      {Triangle{{Vec3{0, 0, 0}, Vec3{1, 0, 0}, Vec3{0, 1, 0}}}, {2, 0, 0}, 1},
  };
  for (const Case& c : cases) {
    const ContainsReport report = containsPoint(c.shape, kHome, c.point);
    EXPECT_NEAR(report.signed_distance, c.signed_distance, 1e-14) << typeName(c.shape);
    EXPECT_EQ(report.inside, c.signed_distance <= 0) << typeName(c.shape);
    EXPECT_NEAR(length(report.boundary_point - c.point), std::abs(c.signed_distance), 1e-13) << typeName(c.shape);
    EXPECT_NEAR(length(report.normal), 1, 1e-14) << typeName(c.shape);
  }
}

TEST(Contains, CallsTheSurfaceTheBoundary) {
  EXPECT_EQ(containsPoint(Box{{1, 1, 1}}, kHome, {1, 0.3, 0.2}).place, PointPlace::kBoundary);
  EXPECT_EQ(containsPoint(Box{{1, 1, 1}}, kHome, {1 + 1e-8, 0, 0}).place, PointPlace::kOutside);
  EXPECT_EQ(containsPoint(Box{{1, 1, 1}}, kHome, {1 - 1e-8, 0, 0}).place, PointPlace::kInside);
  EXPECT_EQ(containsPoint(Box{{0, 1, 1}}, kHome, {0, 0.5, 0}).place, PointPlace::kBoundary)
      << "a flat box is all boundary";
}

TEST(Contains, TakesACylinderOrConeOfSizeZeroForAPoint) {
  for (const Shape& shape : {Shape{Cylinder{0, 0}}, Shape{Cone{0, 0}}}) {
    const ContainsReport report = containsPoint(shape, kHome, {3, 4, 0});
    EXPECT_EQ(report.signed_distance, 5);
    EXPECT_FALSE(report.inside);
    EXPECT_EQ(report.boundary_point, Vec3{0.0});
    EXPECT_TRUE(containsPoint(shape, kHome, Vec3{0.0}).inside);
  }
}

TEST(Contains, IsOutsideBesideADiscInItsPlaneAndBeyondASegmentOnItsLine) {
  const Pose pose;
  for (const Shape& disc : {Shape{Cylinder{0, 1}}, Shape{Cone{0, 1}}}) {
    EXPECT_EQ(containsPoint(disc, pose, {3, 0, 0}).signed_distance, 2);
    EXPECT_EQ(containsPoint(disc, pose, {0.5, 0, 0}).signed_distance, 0);
  }
  for (const Shape& segment : {Shape{Cylinder{1, 0}}, Shape{Cone{1, 0}}}) {
    EXPECT_EQ(containsPoint(segment, pose, {0, 3, 0}).signed_distance, 2);
    EXPECT_EQ(containsPoint(segment, pose, {0, 0.5, 0}).signed_distance, 0);
  }
}

TEST(Contains, MeasuresABoxThatIsASegmentFromItsEnds) {
  // Its end faces have no area: no foot falls inside them.
  const ContainsReport report = containsPoint(Box{{1, 0, 0}}, kHome, {4, 4, 0});
  EXPECT_EQ(report.signed_distance, 5);
  EXPECT_EQ(report.boundary_point, (Vec3{1, 0, 0}));
}

TEST(Contains, OfAMeshNeedsAnInside) {
  const std::vector<Vec3> corners{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const ContainsReport closed =
      containsPoint(*makeMesh(corners, {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}), kHome, {0.1, 0.2, 0.3});
  EXPECT_EQ(closed.place, PointPlace::kInside);
  EXPECT_NEAR(closed.signed_distance, -0.1, 1e-15);
  EXPECT_NEAR(closed.normal.x, -1, 1e-15);
  const ContainsReport open = containsPoint(*makeMesh(corners, {{0, 2, 1}}), kHome, {0.1, 0.1, 0.1});
  EXPECT_TRUE(!open.inside && open.surface_only);
  EXPECT_NEAR(open.signed_distance, 0.1, 1e-15);
}

TEST(Contains, OfAConcavePolygonLeavesItsHollowsOutAndMeasuresToRealEdges) {
  const Polygon c{{{-1, -1}, {1, -1}, {1, -0.5}, {-0.5, -0.5}, {-0.5, 0.5}, {1, 0.5}, {1, 1}, {-1, 1}}};
  const ContainsReport hollow = containsPoint(c, kHome, {0.25, 0.1, 0});
  EXPECT_EQ(hollow.place, PointPlace::kOutside);
  EXPECT_NEAR(hollow.signed_distance, 0.4, 1e-15);
  EXPECT_NEAR(hollow.normal.y, -1, 1e-15);
  // In the lower left corner, where pieces meet: the cut between them is no boundary.
  const ContainsReport corner = containsPoint(c, kHome, {-0.6, -0.6, 0});
  EXPECT_EQ(corner.place, PointPlace::kInside);
  EXPECT_NEAR(corner.signed_distance, -std::hypot(0.1, 0.1), 1e-15);
}

TEST(Contains, AgreesWithTheSupportFunctionOverSampledDirections) {
  test::Random random{17};
  int inside = 0, outside = 0;
  for (int kind = 0; kind < test::kSolidKinds; ++kind) {
    for (int i = 0; i < 60; ++i) {
      const PosedShape body = test::posed(random, test::randomSolid(random, kind), 1);
      if (tessellationError(body.shape) > 0 || !isConvex(body.shape))
        continue;  // their support features are off the true surface
      const ConvexFeatures features = transformed(convexFeatures(body.shape), body.pose.rotation, body.pose.position);
      const Vec3 point = body.pose.position + random.point(i % 2 == 0 ? 0.3 : 1.2);
      const ContainsReport report = containsPoint(body.shape, body.pose, point);
      const auto gapAlong = [&](const Vec3& d) {
        return dot(point - features.core.vertices[static_cast<std::size_t>(supportVertex(features.core, d))], d) -
               features.radius;
      };
      double largest = gapAlong(report.normal);
      EXPECT_NEAR(largest, report.signed_distance, 1e-12) << "the normal is the direction that proves the distance";
      for (int k = 0; k < 400; ++k) largest = std::max(largest, gapAlong(random.direction()));
      EXPECT_LE(largest, report.signed_distance + 1e-12) << "no direction separates more";
      (report.inside ? inside : outside) += 1;
    }
  }
  EXPECT_GT(inside, 40);
  EXPECT_GT(outside, 40);
}

// The difference to the nearest place of the core is rounding there: as a direction it left the place inside the shape.
TEST(Contains, ShowsAPlaceOnTheBoundaryOfARoundShapeForAPointOnItsCore) {
  const Hull wedge = *makeHull({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0.3, 0.2, 1}});
  const std::vector<Shape> shapes{Capsule{0.7, 0.25},
                                  Rounded<Box>{Box{{1, 0.5, 0.3}}, 0.25},
                                  Rounded<Box>{Box{{1, 0, 0.3}}, 0.25},
                                  Rounded<Hull>{wedge, 0.25},
                                  Rounded<Cylinder>{Cylinder{0.7, 0.5}, 0.25},
                                  Rounded<Cylinder>{Cylinder{0, 0.5}, 0.25},
                                  Rounded<Cone>{Cone{0.7, 0.5}, 0.25},
                                  Capsule2{0.7, 0.25},
                                  Rounded<Box2>{Box2{{1, 0.5}}, 0.25}};
  test::Random random{18};
  int on_core = 0;
  double worst = 0;
  for (const Shape& shape : shapes) {
    for (int i = 0; i < 400; ++i) {
      const Pose pose = test::posed(random, shape, 1).pose;
      const Shape core = std::holds_alternative<Capsule>(shape)    ? Segment3{0.7}
                         : std::holds_alternative<Capsule2>(shape) ? Segment2{0.7}
                                                                   : coreOf(shape);
      // The place of the core nearest to a point anywhere, with the noise of the two turns.
      const Vec3 from = pose.position + random.point(i % 2 == 0 ? 0.6 : 2);
      const Vec3 nearest = containsPoint(core, pose, from).boundary_point;
      const ContainsReport report = containsPoint(shape, pose, nearest);
      on_core += std::abs(report.signed_distance + 0.25) < 1e-12 ? 1 : 0;
      const ContainsReport shown = containsPoint(shape, pose, report.boundary_point);
      worst = std::max(worst, std::abs(shown.signed_distance));
      EXPECT_NEAR(length(report.normal), 1, 1e-12);
    }
  }
  EXPECT_EQ(on_core, 9 * 400);
  EXPECT_LT(worst, 1e-12);
  std::cout << "farthest from the boundary: " << worst << " m\n";
}

}  // namespace
}  // namespace sepax
