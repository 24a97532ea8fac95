#include <gtest/gtest.h>

#include <cmath>

#include "collide/exact/exact.h"
#include "collide/pair_table.h"
#include "collide/sweep/sweep.h"
#include "geom/rounded.h"
#include "random_pairs.h"

namespace sepax {
namespace {

Pose placedAt(double x, double y, double z = 0) { return {{x, y, z}, Mat3{1.0}}; }

TEST(Rounded, KeepsItsDistanceFromCornersByTheMargin) {
  const PosedShape box{Rounded<Box>{Box{Vec3{1.0}}, 0.25}, placedAt(0, 0)};
  const PairReport corner = testPair(box, {Sphere{1}, placedAt(3, 3, 3)}).value();
  EXPECT_NEAR(corner.answer.distance, 2 * std::sqrt(3.0) - 1.25, 1e-14);
  EXPECT_EQ(axisName(decidingAxis(std::get<SatReport>(corner.trace)).id), "closest");
  const PosedShape square{Rounded<Box2>{Box2{Vec2{1.0}}, 0.25}, placedAt(0, 0)};
  EXPECT_NEAR(testPair(square, {Point2{}, placedAt(4, 5)}).value().answer.distance, 5 - 0.25, 1e-14);
}

TEST(Rounded, BoxesFaceToFaceMeetInFourContactsOnTheirSurfaces) {
  const PosedShape a{Rounded<Box>{Box{Vec3{1.0}}, 0.25}, placedAt(0, 0)},
      b{Rounded<Box>{Box{Vec3{0.5}}, 0.125}, placedAt(0.25, 1.75)};
  const PairReport report = testPair(a, b).value();
  EXPECT_NEAR(report.answer.separation, -0.125, 1e-15);
  EXPECT_NEAR(report.answer.mtv.y, 0.125, 1e-15);
  ASSERT_EQ(report.answer.contacts.size(), 4u);
  for (const Contact& contact : report.answer.contacts) {
    EXPECT_NEAR(contact.separation, -0.125, 1e-15);
    EXPECT_NEAR(contact.position.y, 1.1875, 1e-15);
  }
}

TEST(Rounded, AnswersAsItsCoreLessTheMargin) {
  test::Random random{404};
  double worst = 0, worst_exact = 0;
  int cores_overlap = 0, between = 0;
  for (int round = 0; round < test::rounds(2000); ++round) {
    const bool planar = round % 4 == 0;
    Shape core = planar ? test::randomPolygon(random, 5)
                        : test::randomSolid(random, round % 3 == 0   ? 0
                                                    : round % 3 == 1 ? 3
                                                                     : 8);
    const PosedShape a = test::posed(random, core, 0.5),
                     b = test::posed(random, planar ? test::randomPolygon(random, 4) : test::randomSolid(random, 0),
                                     1.2);
    const double margin = random.in(0.01, 0.4);
    const PosedShape rounded_a{rounded(a.shape, margin).value(), a.pose};
    const PairAnswer of_cores = testPair(a, b).value().answer, of_rounded = testPair(rounded_a, b).value().answer;
    const double expected = (of_cores.distance > 0 ? of_cores.distance : of_cores.separation) - margin;
    worst = std::max(worst, std::abs(of_rounded.separation - expected));
    cores_overlap += of_cores.distance > 0 ? 0 : 1;
    between += of_cores.distance > 0 && expected < 0 ? 1 : 0;
    if (round % 8 == 0)
      worst_exact = std::max(worst_exact, std::abs(exactReport(rounded_a, b, 0).separation - expected));
  }
  std::printf("worst %g, exact %g, cores overlap %d, within the margin %d\n", worst, worst_exact, cores_overlap,
              between);
  EXPECT_LT(worst, 1e-12);
  EXPECT_LT(worst_exact, 1e-12);
  EXPECT_GT(cores_overlap, test::rounds(100));
  EXPECT_GT(between, test::rounds(100));
}

TEST(Rounded, CylindersAreThemselvesInGjk) {
  // Coaxial cylinders, rims rounded: the gap is along the axis; beside each other it is across.
  const PosedShape a{Rounded<Cylinder>{Cylinder{0.5, 0.4}, 0.1}, placedAt(0, 0)};
  EXPECT_NEAR(
      testPair(a, {Rounded<Cylinder>{Cylinder{0.5, 0.4}, 0.2}, placedAt(0, 2)}, {}, "gjk-epa").value().answer.distance,
      0.7, 1e-12);
  EXPECT_NEAR(testPair(a, {Point3{}, placedAt(3, 0)}, {}, "gjk-epa").value().answer.distance, 2.5, 1e-12);
  EXPECT_NEAR(testPair(a, {Point3{}, placedAt(3.4, 4.5)}, {}, "gjk-epa").value().answer.distance, 5 - 0.1, 1e-12);
}

TEST(Rounded, SweepsMeetAtTheMargin) {
  const PosedShape wall{Rounded<Box>{Box{{0.1, 2, 2}}, 0.25}, placedAt(0, 0)};
  const SweepReport hit = sweep(wall, {}, {Sphere{0.5}, placedAt(5, 0.3)}, {{-1, 0, 0}, {}, {}}, 10).value();
  EXPECT_NEAR(hit.time, 5 - 0.85, 1e-12);
  // Past the rounded corner that a sharp one of this size would be hit by.
  const PosedShape round{Rounded<Box>{Box{Vec3{0.5}}, 0.5}, placedAt(0, 0)};
  EXPECT_FALSE(sweep(round, {}, {Point3{}, placedAt(5, 0.9, 0.9)}, {{-1, 0, 0}, {}, {}}, 10).value().hit);
  EXPECT_TRUE(sweep({Box{Vec3{1.0}}, placedAt(0, 0)}, {}, {Point3{}, placedAt(5, 0.9, 0.9)}, {{-1, 0, 0}, {}, {}}, 10)
                  .value()
                  .hit);
  EXPECT_TRUE(sweep(round, {}, {Point3{}, placedAt(5, 0.8, 0.8)}, {{-1, 0, 0}, {}, {}}, 10).value().hit);
}

}  // namespace
}  // namespace sepax
