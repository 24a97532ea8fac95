#include "geom/mass.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <random>
#include <utility>
#include <vector>

#include "box_triangles.h"
#include "geom/compound_data.h"
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
  const auto mesh = makeMesh(corners, test::boxTriangles());
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
  double worst_volume = 0, worst_centre = 0, worst_inertia = 0;
  int kinds = 0;
  const Shape compound =
      *makeCompound({{"a", Box{{0.5, 0.3, 0.4}}, {{-0.6, 0.1, 0}, matrixOf(normalized(Quat{1, 2, 3, 4}))}},
                     {"b", Sphere{0.4}, {{0.7, 0.2, -0.3}, Mat3{1.0}}}},
                    false);
  for (const Shape& shape :
       {Shape(Sphere{1.2}), Shape(Box{{1, 0.5, 0.8}}), Shape(Capsule{0.8, 0.5}), Shape(Cylinder{0.6, 0.9}),
        Shape(Cone{0.9, 0.8}), Shape(Rounded<Cylinder>{Cylinder{0.4, 0.6}, 0.3}),
        Shape(Rounded<Cone>{Cone{0.7, 0.5}, 0.4}),
        Shape(Rounded<Hull>{*makeHull({{1, 0, 0}, {-0.4, 0.9, 0}, {-0.5, -0.8, 0.1}, {0, 0.2, 1.1}, {0.3, 0.1, -0.2}}),
                            0.3}),
        Shape(Rounded<Triangle>{Triangle{}, 0.4}),
        Shape(*makeHull({{1, 0, 0}, {-0.4, 0.9, 0}, {-0.5, -0.8, 0.1}, {0, 0.2, 1.1}})),
        Shape(Rounded<Box>{Box{{0.7, 0.4, 0.5}}, 0.3}), Shape(TaperedCapsule{0.6, 0.5, 0.2}),
        Shape(TaperedCapsule{0.1, 0.5, 0.2}), Shape(Ellipsoid{{1, 0.5, 0.7}}),
        Shape(Rounded<Ellipsoid>{Ellipsoid{{1, 0.5, 0.7}}, 0.3}),
        Shape(Rounded<Ellipsoid>{Ellipsoid{{1, 0, 0.7}}, 0.3}), compound}) {
    const MassProperties found = massOf(shape, pose);
    const Vec3 sides = sizesOf(found.bounds);
    int inside = 0;
    Vec3 sum{0.0};
    Mat3 second{0.0};
    for (int i = 0; i < kPoints; ++i) {
      const Vec3 p = found.bounds.min + Vec3{unit(engine), unit(engine), unit(engine)} * sides;
      if (!containsPoint(shape, pose, p).inside) continue;
      ++inside;
      sum += p;
      second += glm::outerProduct(p - found.centre, p - found.centre);
    }
    ASSERT_GT(inside, kPoints / 10) << typeName(shape);
    worst_volume = std::max(worst_volume, std::abs(sides.x * sides.y * sides.z * inside / kPoints / found.volume - 1));
    worst_centre = std::max(worst_centre, length(sum / static_cast<double>(inside) - found.centre));
    ++kinds;
    second *= found.volume / inside;
    const Mat3 inertia = Mat3{second[0].x + second[1].y + second[2].z} - second;
    for (int c = 0; c < 3; ++c)
      worst_inertia = std::max(worst_inertia, length(inertia[c] - found.inertia[c]) / found.principal_moments.z);
  }
  std::printf("worst: volume %.3g, centre %.3g m, inertia %.3g\n", worst_volume, worst_centre, worst_inertia);
  EXPECT_EQ(kinds, 17);
  EXPECT_LT(worst_inertia, 2 * allowed) << "second moments of the tenth of the points that are inside a slanted body";
  EXPECT_LT(worst_volume, allowed);
  EXPECT_LT(worst_centre, allowed);
}

/// Inertia along the body's axes.
Vec3 momentsOf(const Shape& shape) {
  const Mat3 inertia = massOf(shape, {}).inertia;
  return {inertia[0].x, inertia[1].y, inertia[2].z};
}

TEST(Inertia, OfSimpleShapesIsTheSchoolbooks) {
  const auto near = [](const Vec3& found, const Vec3& expected) {
    EXPECT_LT(length(found - expected), 1e-13 * length(expected)) << found.x << " " << found.y << " " << found.z;
  };
  const double ball = 4.0 / 3 * kPi * 8, r = 2;
  near(momentsOf(Sphere{r}), Vec3{0.4 * ball * r * r});
  near(momentsOf(Box{{1, 2, 3}}), 48.0 / 3 * Vec3{4 + 9, 1 + 9, 1 + 4});
  const double tube = kPi * 4 * 3, h = 1.5;
  near(momentsOf(Cylinder{h, r}), tube * Vec3{r * r / 4 + h * h / 3, r * r / 2, r * r / 4 + h * h / 3});
  const double cone = kPi * 4 * 3 / 3, across = 3.0 / 20 * r * r + 3.0 / 80 * 9;
  near(momentsOf(Cone{h, r}), cone * Vec3{across, 0.3 * r * r, across});
  // Two halves of a ball beside a cylinder: their centres are 3/8 of the radius off their flat sides.
  const double ends = ball * (0.4 * r * r + h * h + 0.75 * h * r) + tube * (r * r / 4 + h * h / 3);
  near(momentsOf(Capsule{h, r}), {ends, ball * 0.4 * r * r + tube * r * r / 2, ends});
  near(momentsOf(Ellipsoid{{1, 2, 3}}), 4.0 / 3 * kPi * 6 / 5 * Vec3{4 + 9, 1 + 9, 1 + 4});
  near(momentsOf(Box2{{1, 2}}), 8.0 / 3 * Vec3{4, 1, 5});
  near(momentsOf(Circle{r}), kPi * 4 * Vec3{1, 1, 2});
  near(momentsOf(Ellipse{{1, 2}}), kPi * 2 / 4 * Vec3{4, 1, 5});
  EXPECT_EQ(momentsOf(Triangle{}), Vec3{0.0}) << "without a volume";
  EXPECT_EQ(momentsOf(Segment3{1}), Vec3{0.0});
}

TEST(Mass, IsOneWhereDifferentKindsAreOneShape) {
  // Each pair is computed in another way.
  const Mat3 rotation = matrixOf(normalized(Quat{0.4, -0.2, 0.3, 0.6}));
  std::vector<Vec3> corners;
  for (int i = 0; i < 8; ++i)
    corners.push_back(Vec3{0.7 * (2 * (i & 1) - 1), 0.4 * ((i & 2) - 1), 0.5 * ((i >> 1 & 2) - 1)} + Vec3{3, -2, 1});
  Polygon square;
  square.vertices = {{-0.7, -0.4}, {0.7, -0.4}, {0.7, 0.4}, {-0.7, 0.4}};
  const std::pair<Shape, Shape> pairs[] = {
      {Box{{0.7, 0.4, 0.5}}, *makeHull(corners)},
      {Rounded<Box>{Box{{0.7, 0.4, 0.5}}, 0.3}, Rounded<Hull>{*makeHull(corners), 0.3}},
      {Capsule{0.8, 0.3}, Rounded<Cylinder>{Cylinder{0.8, 0}, 0.3}},
      {Capsule{0.8, 0.3}, Rounded<Box>{Box{{0, 0.8, 0}}, 0.3}},
      {Sphere{0.7}, Rounded<Box>{Box{Vec3{0.0}}, 0.7}},
      {Capsule{0.8, 0.3}, Rounded<Ellipsoid>{Ellipsoid{{0, 0.8, 0}}, 0.3}},
      {Capsule{0.8, 0.3}, Rounded<Ellipsoid>{Ellipsoid{{1e-9, 0.8, 1e-9}}, 0.3}},
      {TaperedCapsule{0.8, 0.3, 0.3}, Capsule{0.8, 0.3}},
      {Sphere{0.7}, Rounded<Ellipsoid>{Ellipsoid{{0.4, 0.4, 0.4000000001}}, 0.3}},
      {Sphere{0.7}, Rounded<Cone>{Cone{0, 0}, 0.7}},
      {Rounded<Cylinder>{Cylinder{0, 0.8}, 0.3}, Rounded<Ellipsoid>{Ellipsoid{{0.8, 0, 0.8}}, 0.3}},
      {Rounded<Cylinder>{Cylinder{0, 0.8}, 0.3}, Rounded<Ellipsoid>{Ellipsoid{{0.8, 1e-9, 0.8}}, 0.3}},
      {Box2{{0.7, 0.4}}, square},
      {Rounded<Box2>{Box2{{0.7, 0.4}}, 0.2}, Rounded<Polygon>{square, 0.2}},
      {Capsule2{0.8, 0.3}, Rounded<Ellipse>{Ellipse{{0.8, 0}}, 0.3}},
      {Capsule2{0.8, 0.3}, Rounded<Ellipse>{Ellipse{{0.8, 1e-9}}, 0.3}},
      {Circle{0.7}, Rounded<Ellipse>{Ellipse{{0.4, 0.4}}, 0.3}},
      {TaperedCapsule2{0.8, 0.3, 0.3}, Capsule2{0.8, 0.3}},
      {Capsule2{0.8, 0.3}, Rounded<Box2>{Box2{{0.8, 0}}, 0.3}},
  };
  double worst = 0;
  for (const auto& [one, other] : pairs) {
    const Pose pose{{1, 2, isPlanar(one) ? 0.0 : 3.0}, isPlanar(one) ? matrixOfAngle(0.7) : rotation};
    const MassProperties p = massOf(one, pose), q = massOf(other, pose);
    EXPECT_NEAR(q.volume / p.volume, 1, 1e-8) << typeName(one) << " and " << typeName(other);
    EXPECT_NEAR(q.area / p.area, 1, 1e-8) << typeName(one) << " and " << typeName(other);
    for (int c = 0; c < 3; ++c) {
      const double off = length(p.inertia[c] - q.inertia[c]) / p.principal_moments.z;
      EXPECT_LT(off, 1e-8) << typeName(one) << " and " << typeName(other) << ", column " << c;
      worst = std::max(worst, off);
    }
  }
  std::printf("worst %.3g\n", worst);
}

TEST(Inertia, AboutItsPrincipalAxesIsDiagonal) {
  const Shape hull = *makeHull({{1, 0, 0}, {-0.4, 0.9, 0}, {-0.5, -0.8, 0.1}, {0, 0.2, 1.1}, {0.3, 0.1, -0.2}});
  const Pose pose{{4, 5, 6}, matrixOf(normalized(Quat{0.4, -0.2, 0.3, 0.6}))};
  const MassProperties found = massOf(hull, pose);
  const Mat3 turned = glm::transpose(found.principal_axes) * found.inertia * found.principal_axes;
  for (int c = 0; c < 3; ++c) {
    EXPECT_NEAR(turned[c][c], found.principal_moments[c], 1e-14);
    EXPECT_LT(std::abs(turned[c][(c + 1) % 3]) + std::abs(turned[c][(c + 2) % 3]), 1e-14);
  }
  EXPECT_LE(found.principal_moments.x, found.principal_moments.y);
  EXPECT_LE(found.principal_moments.y, found.principal_moments.z);
  EXPECT_NEAR(glm::determinant(found.principal_axes), 1, 1e-14);
}

TEST(Mass, SaysWhetherTheAreaCountsOneSideOrBoth) {
  const auto sides = [](const Shape& shape) { return massOf(shape, {}).sides; };
  EXPECT_EQ(sides(Sphere{1}), AreaSides::kOne);
  EXPECT_EQ(sides(Triangle{}), AreaSides::kBoth);
  EXPECT_EQ(sides(Box{{1, 2, 0}}), AreaSides::kBoth);
  const std::vector<Vec3> corners{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  EXPECT_EQ(sides(*makeMesh(corners, {{0, 1, 2}})), AreaSides::kBoth);
  EXPECT_EQ(sides(*makeMesh(corners, {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}})), AreaSides::kOne);
  EXPECT_EQ(sides(*makeCompound({{"a", Sphere{1}, {}}, {"b", Triangle{}, {}}}, false)), AreaSides::kMixed);
}

// The first child's place was the centre of all.
TEST(Mass, OfACompoundWithoutAreaIsCentredByLengthsThenByPoints) {
  const auto centreOf = [](std::vector<CompoundChild> children) {
    return massOf(*makeCompound(std::move(children), false), {}).centre;
  };
  const auto at = [](double x) { return Pose{{x, 0, 0}, Mat3{1.0}}; };
  EXPECT_EQ(centreOf({{"long", Segment3{1.5}, at(0)}, {"short", Segment3{0.5}, at(4)}}), (Vec3{1, 0, 0}));
  EXPECT_EQ(centreOf({{"point", Point3{}, at(7)}, {"segment", Segment3{1}, at(2)}}), (Vec3{2, 0, 0}));
  EXPECT_EQ(centreOf({{"a", Point3{}, at(0)}, {"b", Point3{}, at(1)}, {"c", Point3{}, at(5)}}), (Vec3{2, 0, 0}));
}

}  // namespace
}  // namespace sepax
