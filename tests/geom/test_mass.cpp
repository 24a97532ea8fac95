#include "geom/mass.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <random>

#include "geom/contains.h"
#include "rounds.h"

namespace sepax {
namespace {

constexpr double kPi = std::numbers::pi;

TEST(Mass, OfSimpleShapesIsTheSchoolbooks) {
  struct Row {
    Shape shape;
    double volume, area;
  };
  const Row rows[] = {
      {Sphere{2}, 32 * kPi / 3, 16 * kPi},
      {Box{{1, 2, 3}}, 48, 88},
      {Box{{1, 2, 0}}, 0, 16},
      {FixedBox{{1, 2, 3}}, 48, 88},
      {Capsule{1, 2}, 32 * kPi / 3 + 8 * kPi, 24 * kPi},
      {Cylinder{1.5, 2}, 12 * kPi, 20 * kPi},
      {Cone{2, 3}, 12 * kPi, 24 * kPi},
      {Triangle{{Vec3{0, 0, 0}, Vec3{3, 0, 0}, Vec3{0, 4, 0}}}, 0, 12},
      {Point3{}, 0, 0},
      {Circle{2}, 4 * kPi, 4 * kPi},
      {Box2{{1, 2}}, 8, 12},
      {Capsule2{1, 2}, 4 * kPi + 8, 4 * kPi + 4},
      {Segment2{3}, 0, 12},
      {Point2{}, 0, 0},
      {Polygon{{{0, 0}, {2, 0}, {2, 2}, {1, 1}, {0, 2}}}, 3, 6 + 2 * std::numbers::sqrt2},
  };
  for (const Row& row : rows) {
    const MassProperties found = massOf(row.shape, {});
    EXPECT_NEAR(found.volume, row.volume, 1e-13 * (1 + row.volume)) << typeName(row.shape);
    EXPECT_NEAR(found.area, row.area, 1e-13 * (1 + row.area)) << typeName(row.shape);
    EXPECT_FALSE(found.surface_only);
  }
  EXPECT_EQ(massOf(Cone{2, 3}, {{0, 1, 0}, Mat3{1.0}}).centre, (Vec3{0, 0, 0}))
      << "a quarter of the height above the base";
}

TEST(Mass, OfAHullAndItsMeshIsThatOfTheBoxTheyAre) {
  std::vector<Vec3> corners;
  for (int i = 0; i < 8; ++i) corners.emplace_back(1 + (i & 1), 2 + (i >> 1 & 1) * 2, 3 + (i >> 2) * 4);
  const Pose pose{{5, 6, 7}, matrixOf(normalized(Quat{0.1, 0.2, 0.3, 0.9}))};
  const auto hull = makeHull(corners);
  const auto mesh = makeMesh(corners, {{0, 2, 1},
                                       {1, 2, 3},
                                       {4, 5, 6},
                                       {5, 7, 6},
                                       {0, 1, 4},
                                       {1, 5, 4},
                                       {2, 6, 3},
                                       {3, 6, 7},
                                       {0, 4, 2},
                                       {2, 4, 6},
                                       {1, 3, 5},
                                       {3, 7, 5}});
  ASSERT_TRUE(hull && mesh);
  for (const Shape& shape : {Shape(*hull), Shape(*mesh)}) {
    const MassProperties found = massOf(shape, pose);
    EXPECT_NEAR(found.volume, 8, 1e-13);
    EXPECT_NEAR(found.area, 28, 1e-13);
    EXPECT_LT(length(found.centre - toWorld(pose, {1.5, 3, 5})), 1e-13);
    MinMaxBox bounds;
    for (const Vec3& corner : corners) add(bounds, toWorld(pose, corner));
    EXPECT_LT(length(found.bounds.min - bounds.min) + length(found.bounds.max - bounds.max), 1e-13);
  }
  auto open = makeMesh(corners, {{0, 2, 1}, {1, 2, 3}});
  ASSERT_TRUE(open);
  const MassProperties surface = massOf(*open, {});
  EXPECT_TRUE(surface.surface_only);
  EXPECT_EQ(surface.volume, 0);
  EXPECT_NEAR(surface.area, 4, 1e-13) << "both sides";
  EXPECT_LT(length(surface.centre - Vec3(1.5, 3, 3)), 1e-13);
}

TEST(Mass, OfRoundedShapesFollowsSteinersFormula) {
  const double r = 0.25, pi = std::numbers::pi;
  const MassProperties box = massOf(Rounded<Box>{Box{{1, 0.5, 2}}, r}, {});
  EXPECT_NEAR(box.volume, 8 + 28 * r + pi * 7 * r * r + 4.0 / 3 * pi * r * r * r, 1e-13);
  EXPECT_NEAR(box.area, 28 + 2 * pi * 7 * r + 4 * pi * r * r, 1e-13);
  EXPECT_LT(length(box.centre), 1e-14);
  EXPECT_EQ(box.bounds.max, (Vec3{1.25, 0.75, 2.25}));
  std::vector<Vec3> corners;
  for (int i = 0; i < 8; ++i) corners.emplace_back(2 * (i & 1), 1 * (i >> 1 & 1), 4 * (i >> 2));
  const MassProperties hull = massOf(Rounded<Hull>{*makeHull(corners), r}, {});
  EXPECT_NEAR(hull.volume, box.volume, 1e-12);
  EXPECT_NEAR(hull.area, box.area, 1e-12);
  EXPECT_LT(length(hull.centre - Vec3(1, 0.5, 2)), 1e-13);
  // A flat triangle of legs 4 and 3: a slab, half a tube along each side, a ball in all.
  const MassProperties leaf = massOf(Rounded<Triangle>{Triangle{{Vec3{0.0}, Vec3{4, 0, 0}, Vec3{0, 3, 0}}}, r}, {});
  EXPECT_NEAR(leaf.volume, 12 * r + 6 * pi * r * r + 4.0 / 3 * pi * r * r * r, 1e-13);
  EXPECT_NEAR(leaf.area, 12 + 12 * pi * r + 4 * pi * r * r, 1e-13);
  // A cone without a radius is a capsule.
  const MassProperties needle = massOf(Rounded<Cone>{Cone{1, 0}, r}, {}), pill = massOf(Capsule{1, r}, {});
  EXPECT_NEAR(needle.volume, pill.volume, 1e-14);
  EXPECT_NEAR(needle.area, pill.area, 1e-14);
  EXPECT_LT(length(needle.centre), 1e-14);
  // In the plane: the centre of a rounded triangle lies between that of its area and that of its outline.
  Polygon right;
  right.vertices = {{0, 0}, {4, 0}, {0, 3}};
  const MassProperties flat = massOf(Rounded<Polygon>{right, r}, {});
  EXPECT_NEAR(flat.volume, 6 + 12 * r + pi * r * r, 1e-14);
  EXPECT_NEAR(flat.area, 12 + 2 * pi * r, 1e-14);
  EXPECT_GT(flat.centre.x, 4.0 / 3);
  EXPECT_LT(flat.centre.x, 1.5);
  EXPECT_NEAR(massOf(Rounded<Box2>{Box2{{2, 1}}, r}, {{3, 4, 0}, Mat3{1.0}}).centre.x, 3, 1e-14);
}

TEST(Mass, OfAHalfSpaceIsUnboundedWithoutInfinity) {
  const MassProperties found = massOf(HalfSpace{}, {{1, 2, 3}, Mat3{1.0}});
  EXPECT_TRUE(found.unbounded);
  EXPECT_TRUE(isFinite(found.centre) && isFinite(found.bounds.max));
}

TEST(Mass, AgreesWithCountedPointsForEveryKindWithAnInside) {
  std::mt19937 engine(11);
  std::uniform_real_distribution<double> unit(0, 1);
  const Pose pose{{-3, 2, 0.5}, matrixOf(normalized(Quat{0.4, -0.2, 0.3, 0.6}))};
  constexpr int kPoints = test::rounds(40'000);
  const double allowed = 4 / std::sqrt(kPoints);  // what counting so many leaves to chance
  double worst_volume = 0, worst_centre = 0;
  int kinds = 0;
  for (const Shape& shape :
       {Shape(Sphere{1.2}), Shape(Box{{1, 0.5, 0.8}}), Shape(Capsule{0.8, 0.5}), Shape(Cylinder{0.6, 0.9}),
        Shape(Cone{0.9, 0.8}), Shape(Rounded<Cylinder>{Cylinder{0.4, 0.6}, 0.3}),
        Shape(Rounded<Cone>{Cone{0.7, 0.5}, 0.4}),
        Shape(Rounded<Hull>{*makeHull({{1, 0, 0}, {-0.4, 0.9, 0}, {-0.5, -0.8, 0.1}, {0, 0.2, 1.1}, {0.3, 0.1, -0.2}}),
                            0.3}),
        Shape(Rounded<Triangle>{Triangle{}, 0.4})}) {
    const MassProperties found = massOf(shape, pose);
    const Vec3 sides = sizesOf(found.bounds);
    int inside = 0;
    Vec3 sum{0.0};
    for (int i = 0; i < kPoints; ++i) {
      const Vec3 p = found.bounds.min + Vec3{unit(engine), unit(engine), unit(engine)} * sides;
      if (!containsPoint(shape, pose, p).inside) continue;
      ++inside;
      sum += p;
    }
    ASSERT_GT(inside, kPoints / 10) << typeName(shape);
    worst_volume = std::max(worst_volume, std::abs(sides.x * sides.y * sides.z * inside / kPoints / found.volume - 1));
    worst_centre = std::max(worst_centre, length(sum / static_cast<double>(inside) - found.centre));
    ++kinds;
  }
  std::printf("worst: volume %.3g, centre %.3g m\n", worst_volume, worst_centre);
  EXPECT_EQ(kinds, 9);
  EXPECT_LT(worst_volume, allowed);
  EXPECT_LT(worst_centre, allowed);
}

}  // namespace
}  // namespace sepax
