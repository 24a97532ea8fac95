#include "geom/rounded.h"

#include <gtest/gtest.h>

#include <cmath>
#include <iostream>

#include "geom/contains.h"
#include "geom/random.h"
#include "geom/ray_cast.h"
#include "rounds.h"

namespace sepax {
namespace {

Hull cube() {
  std::vector<Vec3> points;
  for (int i = 0; i < 8; ++i) points.emplace_back((i & 1) != 0 ? 1 : -1, (i & 2) != 0 ? 1 : -1, (i & 4) != 0 ? 1 : -1);
  return *makeHull(std::move(points));
}

TEST(Rounded, IsAKindOfItsOwnWithTheFieldsOfItsCore) {
  const Shape shape = rounded(Box{{1, 2, 3}}, 0.5).value();
  EXPECT_EQ(std::get_if<Box>(&shape), nullptr);
  ASSERT_NE(coreIf<Box>(shape), nullptr);
  EXPECT_EQ(coreIf<Box>(shape)->half_extents, (Vec3{1, 2, 3}));
  EXPECT_EQ(typeName(shape), "box");
  EXPECT_EQ(typeLabel(shape), "rounded box");
  EXPECT_EQ(sizeOf(shape), 7);
  std::vector<std::string> names;
  forEachField(shape, [&](const auto& field, const auto&) { names.emplace_back(field.name); });
  EXPECT_EQ(names, (std::vector<std::string>{"half_extents", "margin"}));
  EXPECT_EQ(coreOf(shape), Shape(Box{{1, 2, 3}}));
  EXPECT_EQ(marginOf(rounded(shape, 0.25).value()), 0.25);
}

TEST(Rounded, RefusesKindsThatAreRoundOrEndlessOrConcave) {
  for (const Shape& shape : {Shape(Sphere{}), Shape(Circle{}), Shape(Capsule{}), Shape(Segment2{}), Shape(Point3{}),
                             Shape(FixedBox{}), Shape(HalfSpace{})}) {
    EXPECT_FALSE(takesMargin(shape));
    EXPECT_FALSE(rounded(shape, 0.1).has_value()) << typeName(shape);
  }
  Polygon concave;
  concave.vertices = {{0, 0}, {2, 0}, {2, 2}, {1, 0.5}};
  const auto refused = validate(rounded(concave, 0.1).value());
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().where, "margin");
  EXPECT_FALSE(validate(Shape(Rounded<Box>{Box{}, -1})).has_value());
}

TEST(Rounded, ScalesEvenlyOnly) {
  EXPECT_EQ(scaled(Rounded<Box>{Box{{1, 2, 3}}, 0.5}, Vec3{2.0}).value(), Shape(Rounded<Box>{Box{{2, 4, 6}}, 1}));
  EXPECT_FALSE(scaled(Rounded<Box>{Box{{1, 2, 3}}, 0.5}, {1, 2, 1}).has_value());
}

TEST(Shrunk, MovesEverySideInwards) {
  EXPECT_EQ(shrunk(Box{{1, 2, 3}}, 0.25).value(), Shape(Box{{0.75, 1.75, 2.75}}));
  EXPECT_EQ(shrunk(Cylinder{1, 0.5}, 0.25).value(), Shape(Cylinder{0.75, 0.25}));
  const Shape hull = shrunk(cube(), 0.25).value();
  const auto& corners = std::get<Hull>(hull).data->polytope.vertices;
  ASSERT_EQ(corners.size(), 8u);
  for (const Vec3& corner : corners) {
    for (int c = 0; c < 3; ++c) EXPECT_NEAR(std::abs(corner[c]), 0.75, 1e-12);
  }
  // A right triangle of legs 4 and 3 has an inscribed circle of radius 1.
  Polygon triangle;
  triangle.vertices = {{0, 0}, {4, 0}, {0, 3}};
  const Shape inner = shrunk(triangle, 0.5).value();
  EXPECT_NEAR(sizeOf(inner), 2, 1e-12);
  EXPECT_FALSE(shrunk(triangle, 1.001).has_value());
  EXPECT_FALSE(shrunk(Box{{1, 0.2, 3}}, 0.25).has_value());
  EXPECT_FALSE(shrunk(cube(), 1.01).has_value());
  EXPECT_FALSE(shrunk(Cone{}, 0.1).has_value());
}

TEST(Shrunk, HullsKeepEveryFaceAtItsDistance) {
  SplitMix64 random{31};
  int dropped = 0;
  for (int round = 0; round < test::rounds(60); ++round) {
    std::vector<Vec3> points;
    for (int i = 0; i < 12; ++i) points.push_back(random.direction() * random.in(0.6, 1));
    const Hull hull = *makeHull(points);
    const double by = random.in(0.02, 0.3);
    const auto left = shrunk(hull, by);
    if (!left) continue;
    const auto& inner = std::get<Hull>(*left).data->polytope;
    for (const PolytopeFace& face : hull.data->polytope.faces) {
      const double height = dot(face.normal, hull.data->polytope.vertices[static_cast<std::size_t>(face.loop[0])]);
      double highest = -1e9;
      for (const Vec3& v : inner.vertices) highest = std::max(highest, dot(face.normal, v));
      EXPECT_LE(highest, height - by + 1e-10);
    }
    dropped += inner.faces.size() < hull.data->polytope.faces.size() ? 1 : 0;
    for (const PolytopeFace& face : inner.faces) {  // each is one of the old ones
      bool known = false;
      for (const PolytopeFace& old : hull.data->polytope.faces) known |= length(old.normal - face.normal) < 1e-6;
      EXPECT_TRUE(known);
    }
  }
  EXPECT_GT(dropped, test::rounds(5));
}

// The corners of such a hull nearly meet by hundreds: Qhull merged facets until it found an error in them, which
// counted as a flat hull. Along every ray from within, the surface must be where the first moved plane is met.
TEST(Shrunk, BallsOfManyFacesKeepTheirVolume) {
  SplitMix64 random{500};
  double worst = 0;
  for (int round = 0; round < 3; ++round) {
    std::vector<Vec3> points;
    for (int i = 0; i < 500; ++i) points.push_back(random.direction());
    const Hull hull = *makeHull(points);
    const double by = 0.1;
    const Shape inner = shrunk(hull, by).value();
    EXPECT_GT(std::get<Hull>(inner).data->polytope.faces.size(), 500u);
    for (int i = 0; i < 500; ++i) {
      const Vec3 direction = random.direction();
      double expected = 1e9;
      for (const PolytopeFace& face : hull.data->polytope.faces) {
        const double height = dot(face.normal, hull.data->polytope.vertices[static_cast<std::size_t>(face.loop[0])]);
        const double slope = dot(face.normal, direction);
        if (slope > 0) expected = std::min(expected, (height - by) / slope);
      }
      const RayHit back = castRay(inner, {}, {3.0 * direction, -direction, 3});
      ASSERT_TRUE(back.hit);
      worst = std::max(worst, std::abs(3 - back.distance - expected));
    }
  }
  EXPECT_LT(worst, 1e-9);
  std::cout << "worst error of a place on the surface: " << worst << " m\n";
}

TEST(RoundedContains, MeasuresFromTheRoundedSurface) {
  const Shape shape = Rounded<Box>{Box{Vec3{1.0}}, 0.5};
  EXPECT_NEAR(containsPoint(shape, {}, {2, 2, 1}).signed_distance, std::sqrt(2.0) - 0.5, 1e-15);
  EXPECT_NEAR(containsPoint(shape, {}, {0.5, 0, 0}).signed_distance, -1, 1e-15);
  EXPECT_TRUE(containsPoint(shape, {}, {1.3, 1.3, 1}).inside);
  EXPECT_FALSE(containsPoint(shape, {}, {1.4, 1.4, 1}).inside);
  EXPECT_NEAR(containsPoint(Rounded<Cylinder>{Cylinder{1, 1}, 0.5}, {}, {4, 5, 0}).signed_distance, 4.5, 1e-15);
}

TEST(RoundedRay, MeetsFacesEdgesAndCornersOfABox) {
  const Shape shape = Rounded<Box>{Box{Vec3{1.0}}, 0.5};
  const RayHit face = castRay(shape, {}, {{5, 0.25, 0}, {-1, 0, 0}, 10});
  EXPECT_NEAR(face.distance, 3.5, 1e-14);
  EXPECT_NEAR(face.exit_distance, 6.5, 1e-14);
  EXPECT_NEAR(face.normal.x, 1, 1e-15);
  const RayHit edge = castRay(shape, {}, {{5, 1.3, 0}, {-1, 0, 0}, 10});
  EXPECT_NEAR(edge.distance, 4 - 0.4, 1e-13);
  EXPECT_NEAR(edge.normal.y, 0.6, 1e-13);
  EXPECT_FALSE(castRay(shape, {}, {{5, 1.4, 1.4}, {-1, 0, 0}, 10}).hit);
  EXPECT_TRUE(castRay(shape, {}, {{0, 0, 0}, {-1, 0, 0}, 10}).starts_inside);
}

TEST(RoundedRay, HitsWhereTheDistanceToTheCoreIsTheMargin) {
  SplitMix64 random{12};
  Polygon pentagon;
  pentagon.vertices = {{1, 0}, {0.3, 0.9}, {-0.8, 0.6}, {-0.8, -0.6}, {0.3, -0.9}};
  int hits = 0, misses = 0;
  double worst = 0;
  for (const Shape& core : {Shape(Box{{0.4, 0.6, 0.1}}), Shape(cube()), Shape(Cylinder{0.5, 0.7}),
                            Shape(Cone{0.6, 0.5}), Shape(Triangle{}), Shape(pentagon), Shape(Box2{{0.3, 0.8}})}) {
    const Shape shape = rounded(core, 0.2).value();
    const CoreDistance distance(core);
    for (int i = 0; i < test::rounds(400); ++i) {
      Vec3 start = random.direction();
      if (isPlanar(shape)) start.z = 0;
      const Vec3 origin = 4.0 * normalizedOr(start, {1, 0, 0});
      Vec3 towards = random.point(1.5) - origin;
      if (isPlanar(shape)) towards.z = 0;
      const RayHit hit = castRay(shape, {}, {origin, towards, 20});
      const Vec3 ahead = normalizedOr(towards, {1, 0, 0});
      Vec3 normal;
      (hit.hit ? hits : misses) += 1;
      const double until = hit.hit ? hit.distance : 8;
      for (int k = 0; k < 40; ++k) EXPECT_GT(distance(origin + ahead * (until * k / 40), normal), 0.2 - 1e-12);
      if (!hit.hit) continue;
      worst = std::max(worst, std::abs(distance(hit.point, normal) - 0.2));
      worst = std::max(worst, std::abs(distance(origin + ahead * hit.exit_distance, normal) - 0.2));
      EXPECT_NEAR(length(hit.normal), 1, 1e-12);
      EXPECT_LE(dot(hit.normal, ahead), 1e-6);
    }
  }
  std::printf("hits %d, misses %d, worst %g\n", hits, misses, worst);
  EXPECT_GT(hits, test::rounds(500));
  EXPECT_GT(misses, test::rounds(200));
  EXPECT_LT(worst, 1e-13);
}

}  // namespace
}  // namespace sepax
